-- The queue, version 4: what workers show of tasks under way, and which contests run.

-- The latest state of a task under way, as a text of the kind of the job.  It is lost if the server
-- crashes; workers then write the next one.
CREATE UNLOGGED TABLE tessera.progress (
    job     bigint NOT NULL,
    number  integer NOT NULL,
    worker  bigint NOT NULL,
    attempt integer NOT NULL,
    shown   timestamptz NOT NULL,
    data    text NOT NULL CHECK (octet_length(data) <= 65536),
    PRIMARY KEY (job, number),
    FOREIGN KEY (job, number) REFERENCES tessera.tasks ON DELETE CASCADE
) WITH (fillfactor = 50);

-- However a lease ends, nothing is shown of it any more.
CREATE FUNCTION tessera.end_progress()
RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM tessera.progress WHERE job = OLD.job AND number = OLD.number;
    RETURN NULL;
END $$;
CREATE TRIGGER end_progress AFTER UPDATE OF state ON tessera.tasks FOR EACH ROW
    WHEN (OLD.state = 1 AND NEW.state <> 1) EXECUTE FUNCTION tessera.end_progress();

-- When the process that runs a contest was last heard of; NULL if it has ended.
ALTER TABLE tessera.contests ADD seen timestamptz;

-- For workers ----------------------------------------------------------------------------------

-- Show the state of a task.  Changes nothing if the worker does not hold this attempt of the task (any
-- more), or if the text is too long.
CREATE FUNCTION tessera.show(p_secret uuid, p_job bigint, p_number integer, p_attempt integer,
                             p_data text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v_me tessera.workers := tessera.worker_of(p_secret);
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    -- The lock orders this and the end of the lease, after which no row may be left.
    PERFORM FROM tessera.tasks WHERE job = p_job AND number = p_number AND worker = v_me.id
        AND attempt = p_attempt AND state = 1 FOR NO KEY UPDATE;
    IF FOUND AND octet_length(p_data) <= 65536 THEN
        INSERT INTO tessera.progress AS p (job, number, worker, attempt, shown, data)
            VALUES (p_job, p_number, v_me.id, p_attempt, clock_timestamp(), p_data)
            ON CONFLICT (job, number) DO UPDATE SET worker = v_me.id, attempt = p_attempt,
                shown = clock_timestamp(), data = p_data;
    END IF;
END $$;

REVOKE ALL ON FUNCTION tessera.end_progress, tessera.show FROM PUBLIC;

CREATE OR REPLACE FUNCTION tessera.grant_worker(p_role name)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA tessera TO %I', p_role);
    EXECUTE format('GRANT EXECUTE ON FUNCTION tessera.queue_version, tessera.join_queue,
        tessera.take, tessera.finish, tessera.give_back, tessera.renew, tessera.leave_queue,
        tessera.has_work, tessera.fetch_blob, tessera.show TO %I', p_role);
END $$;

-- Those who may work may also show.
SELECT tessera.grant_worker(pg_get_userbyid(a.grantee)) FROM pg_proc p, aclexplode(p.proacl) a
    WHERE p.oid = 'tessera.take'::regproc AND a.grantee NOT IN (0, p.proowner);
