// SPDX-License-Identifier: MIT
// What went wrong, with a button that tries again if the server could not be reached.

import { button, type Child } from "./dom";
import { t } from "./i18n";
import { errorText, isNetworkError } from "./words";

export function problem(error: unknown, retry: () => void): Child[] {
  return isNetworkError(error) ? [`${errorText(error)} `, button(t("app.retry"), retry)] : [t("app.failed", { why: errorText(error) })];
}
