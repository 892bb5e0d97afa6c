-- The queue, version 2: tasks with an input of their own, specs of any length, and classes of machines
-- for jobs whose limits are in milliseconds.

-- Functions that change are dropped, so those who may call them are noted first.
CREATE TEMPORARY TABLE granted ON COMMIT DROP AS
    SELECT DISTINCT pg_get_userbyid(a.grantee) AS role FROM pg_proc p, aclexplode(p.proacl) a
    WHERE p.oid = 'tessera.take'::regproc AND a.grantee NOT IN (0, p.proowner);

ALTER TABLE tessera.jobs
    DROP CONSTRAINT jobs_kind_spec_program_key,
    ADD is_timed boolean NOT NULL DEFAULT false, -- bound to one class of machines
    ADD class text,   -- of the first worker that took a task; NULL before, or if it is not timed
    ADD speed bigint; -- the same
-- An index on the texts themselves would limit their length.
CREATE UNIQUE INDEX jobs_unique ON tessera.jobs (kind, md5(spec), program);

ALTER TABLE tessera.workers
    ADD class text NOT NULL DEFAULT '' -- a name that its operator chose; '' for none
        CHECK (class ~ '^([A-Za-z0-9][A-Za-z0-9._-]{0,99})?$'),
    ADD speed bigint NOT NULL DEFAULT 0; -- nodes per second of CPU time

ALTER TABLE tessera.tasks ADD input text; -- NULL if the spec of the job says everything

-- For owners -----------------------------------------------------------------------------------

DROP FUNCTION tessera.submit;

-- Add a job, or find the job with the same kind, spec and program; give it at least `p_tasks` tasks.
-- `p_inputs` is an array with the input of each task, or NULL.
CREATE FUNCTION tessera.submit(p_kind text, p_spec text, p_program text, p_title text,
                               p_runs_programs boolean, p_is_timed boolean, p_tasks integer,
                               p_priority integer, p_inputs json)
RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_job bigint;
    v_had integer;
BEGIN
    INSERT INTO tessera.jobs (kind, spec, program, title, runs_programs, is_timed, tasks, priority)
        VALUES (p_kind, p_spec, p_program, p_title, p_runs_programs, p_is_timed, p_tasks, p_priority)
        ON CONFLICT (kind, md5(spec), program) DO NOTHING RETURNING id INTO v_job;
    IF v_job IS NOT NULL THEN
        v_had := 0;
    ELSE
        SELECT id, tasks INTO STRICT v_job, v_had FROM tessera.jobs
            WHERE kind = p_kind AND md5(spec) = md5(p_spec) AND program = p_program FOR UPDATE;
        UPDATE tessera.jobs SET tasks = p_tasks WHERE id = v_job AND tasks < p_tasks;
    END IF;
    INSERT INTO tessera.tasks (job, number, input)
        SELECT v_job, n, i.input FROM generate_series(v_had, p_tasks - 1) n
        LEFT JOIN json_array_elements_text(p_inputs) WITH ORDINALITY i (input, place)
            ON i.place = n + 1;
    RETURN v_job;
END $$;

-- For workers ----------------------------------------------------------------------------------

DROP FUNCTION tessera.join_queue, tessera.take;

CREATE FUNCTION tessera.join_queue(p_name text, p_slots integer, p_program text, p_lease interval,
                                   p_class text, p_speed bigint)
RETURNS TABLE (r_id bigint, r_secret uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO tessera.workers (name, slots, program, lease, class, speed)
        VALUES (left(p_name, 100), p_slots, p_program, p_lease, p_class, p_speed)
        RETURNING id, secret
$$;

-- True if the worker may take tasks of the job.  A timed job is bound by the first worker that takes
-- a task: to its class if that has a name, or else to machines without a class whose speed differs by
-- at most 25 %.
CREATE FUNCTION tessera.suits(p_job tessera.jobs, p_worker tessera.workers,
                              p_may_run_programs boolean)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT p_job.state = 'open' AND p_job.program = p_worker.program
        AND (p_may_run_programs OR NOT p_job.runs_programs)
        AND (p_job.class IS NULL OR p_job.class = p_worker.class
            AND (p_job.class <> '' OR p_worker.speed * 4 BETWEEN p_job.speed * 3 AND p_job.speed * 5))
$$;

-- Lease the next task: the job with the highest priority first, then the oldest job.  No rows if
-- there is none.  A crash of the database may undo the lease, so the commit need not wait for the
-- disk: the same attempt may then be given to another worker, which `finish` tells apart.
CREATE FUNCTION tessera.take(p_secret uuid, p_may_run_programs boolean)
RETURNS TABLE (r_job bigint, r_number integer, r_attempt integer, r_kind text, r_spec text,
               r_tasks integer, r_input text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me     tessera.workers := tessera.worker_of(p_secret);
    v_job    tessera.jobs;
    v_lost   record;
    v_number integer;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    FOR v_lost IN SELECT t.job, t.number FROM tessera.tasks t
            WHERE t.state = 1 AND t.lease_until < clock_timestamp() LIMIT 100
            FOR UPDATE SKIP LOCKED LOOP
        PERFORM tessera.lose(v_lost.job, v_lost.number, 'its worker was not heard of');
    END LOOP;
    FOR v_job IN SELECT * FROM tessera.jobs j WHERE j.state = 'open'
                AND tessera.suits(j, v_me, p_may_run_programs)
            ORDER BY j.priority DESC, j.id LOOP
        SELECT t.number INTO v_number FROM tessera.tasks t WHERE t.job = v_job.id AND t.state = 0
            ORDER BY t.job, t.number LIMIT 1 FOR UPDATE SKIP LOCKED;
        IF FOUND THEN
            IF v_job.is_timed AND v_job.class IS NULL THEN
                UPDATE tessera.jobs j SET class = v_me.class, speed = v_me.speed
                    WHERE j.id = v_job.id AND j.class IS NULL;
                CONTINUE WHEN NOT FOUND; -- another worker was faster and may be of another class
            END IF;
            RETURN QUERY UPDATE tessera.tasks t SET state = 1, attempt = t.attempt + 1,
                    worker = v_me.id, lease_until = clock_timestamp() + v_me.lease
                WHERE t.job = v_job.id AND t.number = v_number
                RETURNING t.job, t.number, t.attempt, v_job.kind, v_job.spec, v_job.tasks, t.input;
            RETURN;
        END IF;
        -- If `tasks` differs, the job was extended meanwhile.
        UPDATE tessera.jobs j SET state = 'done' WHERE j.id = v_job.id AND j.state = 'open'
            AND j.tasks = v_job.tasks
            AND NOT EXISTS (SELECT FROM tessera.tasks t WHERE t.job = j.id AND t.state = 0)
            AND NOT EXISTS (SELECT FROM tessera.tasks t WHERE t.job = j.id AND t.state = 1);
    END LOOP;
END $$;

-- True if tasks wait or are leased that this worker could take.
CREATE OR REPLACE FUNCTION tessera.has_work(p_secret uuid, p_may_run_programs boolean)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    RETURN EXISTS (SELECT FROM tessera.jobs j WHERE tessera.suits(j, v_me, p_may_run_programs)
        AND EXISTS (SELECT FROM tessera.tasks t WHERE t.job = j.id AND t.state < 2));
END $$;

REVOKE ALL ON FUNCTION tessera.submit, tessera.join_queue, tessera.take, tessera.suits FROM PUBLIC;
SELECT tessera.grant_worker(role) FROM granted;
