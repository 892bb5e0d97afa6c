-- The queue, version 3: jobs that grow, kinds of work that a worker can do, blobs, and exact copies of
-- contest databases.

-- Functions that change are dropped, so those who may call them are noted first.
CREATE TEMPORARY TABLE granted_before ON COMMIT DROP AS
    SELECT DISTINCT pg_get_userbyid(a.grantee) AS role FROM pg_proc p, aclexplode(p.proacl) a
    WHERE p.oid = 'tessera.take'::regproc AND a.grantee NOT IN (0, p.proowner);

-- A job may begin without tasks, which are added later.
ALTER TABLE tessera.jobs DROP CONSTRAINT jobs_tasks_check;
ALTER TABLE tessera.jobs ADD CONSTRAINT jobs_tasks_check CHECK (tasks >= 0);

ALTER TABLE tessera.workers ADD kinds text[] NOT NULL DEFAULT '{}'; -- of work that it can do
-- What a worker reports must not overflow the comparisons of take.
ALTER TABLE tessera.workers ADD CHECK (speed BETWEEN 0 AND 1000000000000);

-- Bytes that the tasks of jobs need, stored once.
CREATE TABLE tessera.blobs (
    hash text PRIMARY KEY,
    data bytea NOT NULL,
    CHECK (hash = encode(sha256(data), 'hex'))
);
CREATE TABLE tessera.job_blobs (
    job  bigint NOT NULL REFERENCES tessera.jobs ON DELETE CASCADE,
    hash text NOT NULL REFERENCES tessera.blobs,
    PRIMARY KEY (job, hash)
);
CREATE INDEX job_blobs_hash ON tessera.job_blobs (hash);

-- A copy of a contest database: the chain of its changes, and the last state of each row as the bytes
-- whose SHA-256 is in the chain.
CREATE TABLE tessera.contests (
    name     text PRIMARY KEY,
    settings bytea NOT NULL -- contest.toml
);
CREATE TABLE tessera.contest_files (
    contest text NOT NULL REFERENCES tessera.contests ON DELETE CASCADE,
    path    text NOT NULL,
    hash    text NOT NULL REFERENCES tessera.blobs,
    PRIMARY KEY (contest, path)
);
CREATE INDEX contest_files_hash ON tessera.contest_files (hash);
CREATE TABLE tessera.contest_chain (
    contest text NOT NULL REFERENCES tessera.contests ON DELETE CASCADE,
    entry   bigint NOT NULL,
    kind    text NOT NULL,
    item    bigint NOT NULL,
    hash    text NOT NULL,
    sum     text NOT NULL,
    PRIMARY KEY (contest, entry)
);
CREATE TABLE tessera.contest_rows (
    contest text NOT NULL REFERENCES tessera.contests ON DELETE CASCADE,
    kind    text NOT NULL,
    item    bigint NOT NULL,
    data    bytea NOT NULL,
    PRIMARY KEY (contest, kind, item)
);

-- For owners -----------------------------------------------------------------------------------

-- Add tasks to a job that has `p_had`.  A repetition changes nothing, because the first answer may have
-- been lost.
CREATE FUNCTION tessera.add_tasks(p_job bigint, p_had integer, p_inputs json)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_tasks integer;
    v_count integer := json_array_length(p_inputs);
BEGIN
    SELECT tasks INTO STRICT v_tasks FROM tessera.jobs WHERE id = p_job FOR UPDATE;
    IF v_tasks = p_had + v_count AND p_inputs ->> (v_count - 1) = (SELECT input FROM tessera.tasks
            WHERE job = p_job AND number = v_tasks - 1) THEN
        RETURN;
    ELSIF v_tasks <> p_had THEN
        RAISE EXCEPTION 'another command adds tasks to job %', p_job;
    END IF;
    INSERT INTO tessera.tasks (job, number, input)
        SELECT p_job, p_had + n - 1, value
            FROM json_array_elements_text(p_inputs) WITH ORDINALITY t (value, n);
    UPDATE tessera.jobs SET tasks = p_had + v_count,
            state = CASE state WHEN 'done' THEN 'open' ELSE state END WHERE id = p_job;
END $$;

-- Drop a result that was wrong, and let a worker do the task again.
CREATE FUNCTION tessera.reject(p_job bigint, p_number integer, p_why text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM tessera.results WHERE job = p_job AND number = p_number;
    IF FOUND THEN
        UPDATE tessera.jobs SET state = 'open' WHERE id = p_job AND state = 'done';
        UPDATE tessera.tasks SET done = NULL WHERE job = p_job AND number = p_number;
        PERFORM tessera.lose(p_job, p_number, p_why);
    END IF;
END $$;

-- Forget blobs that nothing needs.
CREATE FUNCTION tessera.sweep_blobs()
RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM tessera.blobs b
        WHERE NOT EXISTS (SELECT FROM tessera.job_blobs j WHERE j.hash = b.hash)
            AND NOT EXISTS (SELECT FROM tessera.contest_files f WHERE f.hash = b.hash)
$$;

-- Append an entry to the copy of a contest database; `p_row` is NULL if a later entry has the row.
CREATE FUNCTION tessera.append_entry(p_contest text, p_entry bigint, p_kind text, p_item bigint,
                                     p_hash text, p_sum text, p_row bytea)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_entry bigint := 0;
    v_sum   text := repeat('0', 64);
BEGIN
    SELECT entry, sum INTO v_entry, v_sum FROM tessera.contest_chain WHERE contest = p_contest
        ORDER BY entry DESC LIMIT 1;
    IF NOT FOUND THEN
        v_entry := 0;
        v_sum := repeat('0', 64);
    END IF;
    IF p_entry <> v_entry + 1 OR p_sum <> encode(sha256(convert_to(
            concat_ws(' ', v_sum, p_kind, p_item, p_hash), 'UTF8')), 'hex') THEN
        RAISE EXCEPTION 'entry % of contest % does not continue its chain', p_entry, p_contest;
    ELSIF p_row IS NOT NULL AND p_hash <> encode(sha256(p_row), 'hex') THEN
        RAISE EXCEPTION 'the row of entry % of contest % is not the one in the chain', p_entry,
            p_contest;
    END IF;
    INSERT INTO tessera.contest_chain (contest, entry, kind, item, hash, sum)
        VALUES (p_contest, p_entry, p_kind, p_item, p_hash, p_sum);
    IF p_row IS NOT NULL THEN
        INSERT INTO tessera.contest_rows (contest, kind, item, data)
            VALUES (p_contest, p_kind, p_item, p_row)
            ON CONFLICT (contest, kind, item) DO UPDATE SET data = p_row;
    END IF;
END $$;

-- For workers ----------------------------------------------------------------------------------

DROP FUNCTION tessera.join_queue;
CREATE FUNCTION tessera.join_queue(p_name text, p_slots integer, p_program text, p_lease interval,
                                   p_class text, p_speed bigint, p_kinds text[])
RETURNS TABLE (r_id bigint, r_secret uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO tessera.workers (name, slots, program, lease, class, speed, kinds)
        VALUES (left(p_name, 100), p_slots, p_program, p_lease, p_class, p_speed, p_kinds)
        RETURNING id, secret
$$;

-- As in version 2, for kinds of work that the worker can do.
CREATE OR REPLACE FUNCTION tessera.suits(p_job tessera.jobs, p_worker tessera.workers,
                                         p_may_run_programs boolean)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT p_job.state = 'open' AND p_job.program = p_worker.program
        AND p_job.kind = ANY (p_worker.kinds)
        AND (p_may_run_programs OR NOT p_job.runs_programs)
        AND (p_job.class IS NULL OR p_job.class = p_worker.class
            AND (p_job.class <> '' OR p_worker.speed * 4 BETWEEN p_job.speed * 3 AND p_job.speed * 5))
$$;

-- Return a blob of a job, while the worker holds a task of it; NULL if the job has no such blob.
CREATE FUNCTION tessera.fetch_blob(p_secret uuid, p_job bigint, p_hash text)
RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    RETURN (SELECT b.data FROM tessera.blobs b JOIN tessera.job_blobs j ON j.hash = b.hash
        WHERE j.job = p_job AND j.hash = p_hash AND EXISTS (SELECT FROM tessera.tasks t
            WHERE t.job = p_job AND t.worker = v_me.id AND t.state = 1));
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tessera FROM PUBLIC;

CREATE OR REPLACE FUNCTION tessera.grant_worker(p_role name)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA tessera TO %I', p_role);
    EXECUTE format('GRANT EXECUTE ON FUNCTION tessera.queue_version, tessera.join_queue,
        tessera.take, tessera.finish, tessera.give_back, tessera.renew, tessera.leave_queue,
        tessera.has_work, tessera.fetch_blob TO %I', p_role);
END $$;

SELECT tessera.grant_worker(role) FROM granted_before;
