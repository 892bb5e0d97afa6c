-- The queue, version 1.  Runs in one transaction; later versions are added as schema_2.sql and so on.
--
-- A job consists of numbered tasks.  A worker leases a task: `attempt` grows with every lease, and a
-- result is accepted only from the worker and the attempt that hold it.  Workers have no rights on
-- the tables; they call the functions from "For workers" on, which run with the rights of the owner.

CREATE SCHEMA tessera;

CREATE TABLE tessera.version (version integer NOT NULL);
INSERT INTO tessera.version VALUES (1);

CREATE TABLE tessera.jobs (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind          text NOT NULL,
    spec          text NOT NULL,    -- what to do, in the format of the kind
    program       text NOT NULL,    -- only workers with this program take its tasks
    title         text NOT NULL,
    runs_programs boolean NOT NULL, -- its tasks start commands that `spec` names
    tasks         integer NOT NULL CHECK (tasks >= 1),
    priority      integer NOT NULL DEFAULT 0,
    state         text NOT NULL DEFAULT 'open'
                  CHECK (state IN ('open', 'paused', 'done', 'cancelled', 'failed')),
    why           text NOT NULL DEFAULT '', -- the reason, if it failed
    created       timestamptz NOT NULL DEFAULT now(),
    UNIQUE (kind, spec, program)
);
CREATE INDEX jobs_open ON tessera.jobs (priority DESC, id) WHERE state = 'open';

CREATE TABLE tessera.workers (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    secret  uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), -- known to the worker only
    name    text NOT NULL,
    slots   integer NOT NULL,
    program text NOT NULL,
    joined  timestamptz NOT NULL DEFAULT now(),
    seen    timestamptz NOT NULL DEFAULT now(),
    lease   interval NOT NULL CHECK (lease BETWEEN interval '1 second' AND interval '1 hour'),
    has_left boolean NOT NULL DEFAULT false
);

CREATE TABLE tessera.tasks (
    job         bigint NOT NULL REFERENCES tessera.jobs ON DELETE CASCADE,
    number      integer NOT NULL,
    state       smallint NOT NULL DEFAULT 0, -- 0 waiting, 1 leased, 2 done
    attempt     integer NOT NULL DEFAULT 0,  -- leases so far
    losses      integer NOT NULL DEFAULT 0,  -- leases that ran out, or ended with an error
    worker      bigint REFERENCES tessera.workers,
    lease_until timestamptz,
    done        timestamptz,
    PRIMARY KEY (job, number)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX tasks_waiting ON tessera.tasks (job, number) WHERE state = 0;
CREATE INDEX tasks_leased ON tessera.tasks (lease_until) WHERE state = 1;
CREATE INDEX tasks_held ON tessera.tasks (worker) WHERE state = 1;
CREATE INDEX tasks_done ON tessera.tasks (done) WHERE state = 2;

CREATE TABLE tessera.results (
    job    bigint NOT NULL,
    number integer NOT NULL,
    worker bigint NOT NULL,
    result text NOT NULL CHECK (octet_length(result) <= 20000000),
    PRIMARY KEY (job, number),
    FOREIGN KEY (job, number) REFERENCES tessera.tasks ON DELETE CASCADE
);

-- For owners -----------------------------------------------------------------------------------

-- Add a job, or find the job with the same kind, spec and program; give it at least `p_tasks` tasks.
CREATE FUNCTION tessera.submit(p_kind text, p_spec text, p_program text, p_title text,
                               p_runs_programs boolean, p_tasks integer, p_priority integer)
RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_job bigint;
    v_had integer;
BEGIN
    INSERT INTO tessera.jobs (kind, spec, program, title, runs_programs, tasks, priority)
        VALUES (p_kind, p_spec, p_program, p_title, p_runs_programs, p_tasks, p_priority)
        ON CONFLICT (kind, spec, program) DO NOTHING RETURNING id INTO v_job;
    IF v_job IS NOT NULL THEN
        v_had := 0;
    ELSE
        SELECT id, tasks INTO STRICT v_job, v_had FROM tessera.jobs
            WHERE kind = p_kind AND spec = p_spec AND program = p_program FOR UPDATE;
        UPDATE tessera.jobs SET tasks = p_tasks WHERE id = v_job AND tasks < p_tasks;
    END IF;
    INSERT INTO tessera.tasks (job, number) SELECT v_job, n FROM generate_series(v_had, p_tasks - 1) n;
    RETURN v_job;
END $$;

-- Let workers take the tasks of a job that is not paused.  Forgets its losses.
CREATE FUNCTION tessera.reopen(p_job bigint, p_even_paused boolean)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE tessera.jobs SET state = 'open', why = ''
        WHERE id = p_job AND (state <> 'paused' OR p_even_paused);
    UPDATE tessera.tasks SET losses = 0 WHERE job = p_job AND state < 2 AND losses > 0;
END $$;

-- End a job: `cancelled`, or `done` if no more results are needed.  Ends all its leases.
CREATE FUNCTION tessera.close(p_job bigint, p_state text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE tessera.jobs SET state = p_state WHERE id = p_job;
    UPDATE tessera.tasks SET state = 0, worker = NULL, lease_until = NULL
        WHERE job = p_job AND state = 1;
END $$;

-- For workers ----------------------------------------------------------------------------------

CREATE FUNCTION tessera.queue_version()
RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT version FROM tessera.version
$$;

CREATE FUNCTION tessera.join_queue(p_name text, p_slots integer, p_program text, p_lease interval)
RETURNS TABLE (r_id bigint, r_secret uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO tessera.workers (name, slots, program, lease)
        VALUES (left(p_name, 100), p_slots, p_program, p_lease) RETURNING id, secret
$$;

-- Return the worker with this secret.  The error code is for a database that was created again.
CREATE FUNCTION tessera.worker_of(p_secret uuid)
RETURNS tessera.workers LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_worker tessera.workers;
BEGIN
    SELECT * INTO v_worker FROM tessera.workers WHERE secret = p_secret;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the queue does not know this worker' USING ERRCODE = 'TS001';
    END IF;
    RETURN v_worker;
END $$;

-- A lease was lost.  A task that is lost ten times ends its job: it may crash every worker.
CREATE FUNCTION tessera.lose(p_job bigint, p_number integer, p_why text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_losses integer;
BEGIN
    UPDATE tessera.tasks SET state = 0, worker = NULL, lease_until = NULL, losses = losses + 1
        WHERE job = p_job AND number = p_number RETURNING losses INTO v_losses;
    IF v_losses >= 10 THEN
        UPDATE tessera.jobs SET state = 'failed',
            why = format('task %s was lost %s times, the last time: %s', p_number + 1, v_losses,
                         left(p_why, 300))
            WHERE id = p_job AND state IN ('open', 'paused');
    END IF;
END $$;

-- Lease the next task: the job with the highest priority first, then the oldest job.  No rows if
-- there is none.  A crash of the database may undo the lease, so the commit need not wait for the
-- disk: the same attempt may then be given to another worker, which `finish` tells apart.
CREATE FUNCTION tessera.take(p_secret uuid, p_may_run_programs boolean)
RETURNS TABLE (r_job bigint, r_number integer, r_attempt integer, r_kind text, r_spec text,
               r_tasks integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me     tessera.workers := tessera.worker_of(p_secret);
    v_job    record;
    v_lost   record;
    v_number integer;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    FOR v_lost IN SELECT t.job, t.number FROM tessera.tasks t
            WHERE t.state = 1 AND t.lease_until < clock_timestamp() LIMIT 100
            FOR UPDATE SKIP LOCKED LOOP
        PERFORM tessera.lose(v_lost.job, v_lost.number, 'its worker was not heard of');
    END LOOP;
    FOR v_job IN SELECT j.id, j.kind, j.spec, j.tasks FROM tessera.jobs j
            WHERE j.state = 'open' AND j.program = v_me.program
                AND (p_may_run_programs OR NOT j.runs_programs)
            ORDER BY j.priority DESC, j.id LOOP
        SELECT t.number INTO v_number FROM tessera.tasks t WHERE t.job = v_job.id AND t.state = 0
            ORDER BY t.job, t.number LIMIT 1 FOR UPDATE SKIP LOCKED;
        IF FOUND THEN
            RETURN QUERY UPDATE tessera.tasks t SET state = 1, attempt = t.attempt + 1,
                    worker = v_me.id, lease_until = clock_timestamp() + v_me.lease
                WHERE t.job = v_job.id AND t.number = v_number
                RETURNING t.job, t.number, t.attempt, v_job.kind, v_job.spec, v_job.tasks;
            RETURN;
        END IF;
        -- If `tasks` differs, the job was extended meanwhile.
        UPDATE tessera.jobs j SET state = 'done' WHERE j.id = v_job.id AND j.state = 'open'
            AND j.tasks = v_job.tasks
            AND NOT EXISTS (SELECT FROM tessera.tasks t WHERE t.job = j.id AND t.state = 0)
            AND NOT EXISTS (SELECT FROM tessera.tasks t WHERE t.job = j.id AND t.state = 1);
    END LOOP;
END $$;

-- Store a result.  False if the worker does not hold this attempt of the task (any more); then
-- nothing changes.  True again for a repetition, because the first answer may have been lost.
CREATE FUNCTION tessera.finish(p_secret uuid, p_job bigint, p_number integer, p_attempt integer,
                               p_result text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    UPDATE tessera.tasks SET state = 2, done = clock_timestamp(), lease_until = NULL
        WHERE job = p_job AND number = p_number AND worker = v_me.id AND attempt = p_attempt
            AND state = 1;
    IF FOUND THEN
        INSERT INTO tessera.results (job, number, worker, result)
            VALUES (p_job, p_number, v_me.id, p_result);
        RETURN true;
    END IF;
    RETURN EXISTS (SELECT FROM tessera.tasks WHERE job = p_job AND number = p_number
        AND worker = v_me.id AND attempt = p_attempt AND state = 2);
END $$;

-- Return a task that was not finished; `p_why` is NULL unless it failed here.
CREATE FUNCTION tessera.give_back(p_secret uuid, p_job bigint, p_number integer, p_attempt integer,
                                  p_why text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    PERFORM FROM tessera.tasks WHERE job = p_job AND number = p_number AND worker = v_me.id
        AND attempt = p_attempt AND state = 1 FOR UPDATE;
    IF NOT FOUND THEN
        RETURN;
    ELSIF p_why IS NOT NULL THEN
        PERFORM tessera.lose(p_job, p_number, p_why);
    ELSE
        UPDATE tessera.tasks SET state = 0, worker = NULL, lease_until = NULL
            WHERE job = p_job AND number = p_number;
    END IF;
END $$;

-- Renew all leases of the worker and return them.  It should stop all other tasks.
CREATE FUNCTION tessera.renew(p_secret uuid)
RETURNS TABLE (r_job bigint, r_number integer, r_attempt integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    UPDATE tessera.workers SET seen = clock_timestamp(), has_left = false WHERE id = v_me.id;
    RETURN QUERY UPDATE tessera.tasks t SET lease_until = clock_timestamp() + v_me.lease
        WHERE t.worker = v_me.id AND t.state = 1 RETURNING t.job, t.number, t.attempt;
END $$;

-- Return all tasks of the worker and note that it left.
CREATE FUNCTION tessera.leave_queue(p_secret uuid)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    UPDATE tessera.tasks SET state = 0, worker = NULL, lease_until = NULL
        WHERE worker = v_me.id AND state = 1;
    UPDATE tessera.workers SET seen = clock_timestamp(), has_left = true WHERE id = v_me.id;
END $$;

-- True if tasks wait or are leased that this worker could take.
CREATE FUNCTION tessera.has_work(p_secret uuid, p_may_run_programs boolean)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    RETURN EXISTS (SELECT FROM tessera.jobs j WHERE j.state = 'open' AND j.program = v_me.program
        AND (p_may_run_programs OR NOT j.runs_programs)
        AND EXISTS (SELECT FROM tessera.tasks t WHERE t.job = j.id AND t.state < 2));
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tessera FROM PUBLIC;

-- Let a role work: take tasks and add results, and nothing else.
CREATE FUNCTION tessera.grant_worker(p_role name)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA tessera TO %I', p_role);
    EXECUTE format('GRANT EXECUTE ON FUNCTION tessera.queue_version, tessera.join_queue,
        tessera.take, tessera.finish, tessera.give_back, tessera.renew, tessera.leave_queue,
        tessera.has_work TO %I', p_role);
END $$;
REVOKE ALL ON FUNCTION tessera.grant_worker FROM PUBLIC;
