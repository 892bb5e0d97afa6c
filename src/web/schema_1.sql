-- The web tables, version 1.  Runs in one transaction; later versions are added as schema_2.sql and so
-- on.
--
-- Every server may change every table.  A change names the version that it is based on, so of two
-- servers that change a table at once one fails and loads it again.  A change and its events are one
-- transaction, which also notifies the other servers: channel tessera_web, text "ID VERSION", 0 for a
-- table that was removed, "p" instead of the version for clients that came or left.  After the version
-- the text may have an event that is not stored.

CREATE SCHEMA tessera_web;

CREATE TABLE tessera_web.version (version integer NOT NULL);
INSERT INTO tessera_web.version VALUES (1);

-- Times of the columns `started` and `changed` are milliseconds since 1970; those of clocks are
-- milliseconds.  The numbers are those of TableState and SeatKind.
CREATE TABLE tessera_web.tables (
    number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id           text NOT NULL UNIQUE,
    version      bigint NOT NULL,
    started      bigint NOT NULL,
    over         boolean NOT NULL,
    abandoned    boolean NOT NULL,
    main         bigint NOT NULL,
    increment    bigint NOT NULL,
    draw         smallint NOT NULL,
    back         smallint NOT NULL,
    state        smallint NOT NULL,
    people       boolean NOT NULL,
    changed      bigint NOT NULL,
    casual       boolean NOT NULL,
    listed       boolean NOT NULL,
    invitation   bytea,
    rematch      text NOT NULL,
    game         text NOT NULL,
    record       text NOT NULL,
    summary      text NOT NULL,
    kind_0       smallint NOT NULL,
    level_0      smallint NOT NULL,
    time_0       integer NOT NULL,
    taken_0      boolean NOT NULL,
    rematch_0    boolean NOT NULL,
    token_0      bytea,
    clock_0      bigint NOT NULL,
    kind_1       smallint NOT NULL,
    level_1      smallint NOT NULL,
    time_1       integer NOT NULL,
    taken_1      boolean NOT NULL,
    rematch_1    boolean NOT NULL,
    token_1      bytea,
    clock_1      bigint NOT NULL,
    declined     smallint NOT NULL,    -- the offer that a seat has declined, 0 for none
    declined_by  smallint NOT NULL,
    undone       text NOT NULL,        -- steps that redo can reach, as hexadecimal numbers
    saved        timestamptz NOT NULL, -- when the clocks had these values
    flag         timestamptz,          -- when the running clock is at 0
    searcher     text,                 -- the server that searches the move of an engine, ...
    search_until timestamptz           -- unless it fails to renew this lease
) WITH (fillfactor = 80);
CREATE INDEX tables_lists ON tessera_web.tables (state, changed, number);
CREATE INDEX tables_games ON tessera_web.tables (state, game, changed, number);
CREATE INDEX tables_flag ON tessera_web.tables (flag) WHERE flag IS NOT NULL;
CREATE INDEX tables_search ON tessera_web.tables (search_until) WHERE search_until IS NOT NULL;

-- The newest events of each table, as they are sent to clients, for an hour.
CREATE TABLE tessera_web.events (
    id      text NOT NULL REFERENCES tessera_web.tables (id) ON DELETE CASCADE,
    version bigint NOT NULL,
    text    text NOT NULL,
    saved   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (id, version)
);
CREATE INDEX events_saved ON tessera_web.events (saved);

CREATE TABLE tessera_web.studies (
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id      text NOT NULL UNIQUE,
    key     bytea NOT NULL,
    changed bigint NOT NULL,
    seen    bigint NOT NULL,
    record  text NOT NULL
);
CREATE INDEX studies_seen ON tessera_web.studies (seen);

CREATE TABLE tessera_web.servers (
    id       text PRIMARY KEY,
    seen     timestamptz NOT NULL,
    has_left boolean NOT NULL DEFAULT false
);

-- A server that was not heard of for so long counts as dead: its clients are gone.
CREATE FUNCTION tessera_web.patience() RETURNS interval LANGUAGE sql IMMUTABLE
AS $$ SELECT interval '10 seconds' $$;

CREATE FUNCTION tessera_web.lives(server tessera_web.servers) RETURNS boolean LANGUAGE sql VOLATILE
AS $$ SELECT NOT server.has_left AND server.seen > clock_timestamp() - tessera_web.patience() $$;

-- The clients of each server: event streams with the first seat, with the second, and without one.
CREATE TABLE tessera_web.presence (
    server      text NOT NULL REFERENCES tessera_web.servers ON DELETE CASCADE,
    id          text NOT NULL REFERENCES tessera_web.tables (id) ON DELETE CASCADE,
    here_0      integer NOT NULL,
    here_1      integer NOT NULL,
    spectators  integer NOT NULL,
    left_0      timestamptz, -- when the last stream with this seat closed
    left_1      timestamptz,
    PRIMARY KEY (id, server)
);
CREATE INDEX presence_server ON tessera_web.presence (server);

-- Reviews of games, which one server makes and any server may be asked for.
CREATE TABLE tessera_web.reviews (
    id           text PRIMARY KEY,
    server       text NOT NULL REFERENCES tessera_web.servers ON DELETE CASCADE,
    reply        text NOT NULL,
    asked        timestamptz NOT NULL, -- when a client last asked another server
    is_cancelled boolean NOT NULL DEFAULT false
);

-- Note that a server lives, and return the list of all that do.  Clocks stood still while none did.
CREATE FUNCTION tessera_web.beat(server text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    silence interval;
    living  text;
BEGIN
    PERFORM pg_advisory_xact_lock(7371737373);
    SELECT clock_timestamp() - max(s.seen) INTO silence FROM tessera_web.servers s;
    IF silence > tessera_web.patience() THEN
        UPDATE tessera_web.tables t SET saved = t.saved + silence, flag = t.flag + silence
        WHERE t.flag IS NOT NULL;
    END IF;
    INSERT INTO tessera_web.servers AS s (id, seen) VALUES (server, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp();
    DELETE FROM tessera_web.servers s WHERE s.seen < clock_timestamp() - interval '1 hour';
    SELECT string_agg(s.id, ' ' ORDER BY s.id) INTO living FROM tessera_web.servers s
    WHERE tessera_web.lives(s);
    RETURN living;
END $$;
