//! Jobs, results and certificates in tables.

use rusqlite::{Connection, OptionalExtension, Row, params};
use sixfold_game::GameName;
use sixfold_jobs::wire::WireFinding;
use sixfold_jobs::{Cost, Digest, Done, Failure, Finding, Job, JobKey, Kind, Sealed};
use sixfold_proof::job_level::NodeId;

use crate::column::{Count, Json, Moment, Word};
use crate::{
    Evidence, FailedJob, JobCost, JobKind, JobState, OpenJob, Problem, Role, Step, StoredResult,
    Totals,
};

/// A job is handed out, for the first time or again. One that is done stays done.
pub(crate) fn write_open(connection: &Connection, open: &OpenJob) -> Result<(), Problem> {
    let known = match &open.job.kind {
        Kind::Verify { known } => known.map(Word),
        Kind::Solve | Kind::Move { .. } => None,
    };
    connection
        .prepare_cached(
            "INSERT INTO job (key, node, kind, content, known, state) VALUES (?, ?, ?, ?, ?, 'open')
             ON CONFLICT (key) DO UPDATE SET state = 'open' WHERE state <> 'done'",
        )?
        .execute(params![
            Word(open.job.key()),
            open.node.0,
            Word(JobKind::from(&open.job.kind)),
            Json(&open.job),
            known,
        ])?;
    Ok(())
}

/// What has become of a job.
pub(crate) fn state(connection: &Connection, key: JobKey) -> Result<JobState, Problem> {
    let state = connection
        .prepare_cached("SELECT state FROM job WHERE key = ?")?
        .query_one([Word(key)], |row| row.get::<_, Word<JobState>>(0))
        .optional()?;
    state.map(|Word(state)| state).ok_or(Problem::UnknownJob(key))
}

/// A job is done.
pub(crate) fn write_result(
    connection: &Connection,
    game: GameName,
    step: &Step,
) -> Result<(), Problem> {
    let done = &step.done;
    connection
        .prepare_cached(
            "INSERT INTO result (job, finding, certificate, nodes, seconds, worker, finished)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            Word(step.key),
            Json(done.finding.to_wire(game)),
            done.certificate.as_ref().map(|sealed| Word(sealed.digest())),
            Count(done.cost.nodes),
            done.cost.seconds,
            step.worker,
            Moment(step.finished),
        ])?;
    connection
        .prepare_cached("UPDATE job SET state = 'done' WHERE key = ?")?
        .execute([Word(step.key)])?;
    Ok(())
}

/// A job has failed.
pub(crate) fn write_failure(
    connection: &Connection,
    key: JobKey,
    failure: &Failure,
) -> Result<(), Problem> {
    let (state, attempts) = match failure {
        Failure::Rejected(_) => (JobState::Failed, 1),
        Failure::Impossible(_) => (JobState::GivenUp, 1),
        Failure::GivenUp { attempts, .. } => (JobState::GivenUp, *attempts),
        Failure::Cancelled => (JobState::Cancelled, 0),
    };
    connection
        .prepare_cached(
            "UPDATE job SET state = ?, attempts = attempts + ?, reason = ? WHERE key = ?",
        )?
        .execute(params![Word(state), attempts, failure.to_string(), Word(key)])?;
    Ok(())
}

/// Keeps a certificate, once.
pub(crate) fn write_certificate(connection: &Connection, sealed: &Sealed) -> Result<(), Problem> {
    connection
        .prepare_cached(
            "INSERT INTO certificate (digest, content) VALUES (?, ?)
             ON CONFLICT (digest) DO NOTHING",
        )?
        .execute(params![Word(sealed.digest()), sealed.bytes()])?;
    Ok(())
}

/// A certificate says something of a node. What another has said in this role is replaced.
pub(crate) fn write_evidence(connection: &Connection, evidence: Evidence) -> Result<(), Problem> {
    connection
        .prepare_cached(
            "INSERT INTO evidence (node, role, certificate) VALUES (?, ?, ?)
             ON CONFLICT (node, role) DO UPDATE SET certificate = excluded.certificate",
        )?
        .execute(params![evidence.node.0, Word(evidence.role), Word(evidence.certificate)])?;
    Ok(())
}

pub(crate) fn read_evidence(
    connection: &Connection,
    node: NodeId,
    role: Role,
) -> Result<Option<Digest>, Problem> {
    let digest = connection
        .prepare_cached("SELECT certificate FROM evidence WHERE node = ? AND role = ?")?
        .query_one(params![node.0, Word(role)], |row| row.get::<_, Word<Digest>>(0))
        .optional()?;
    Ok(digest.map(|Word(digest)| digest))
}

pub(crate) fn read_certificate(
    connection: &Connection,
    digest: Digest,
) -> Result<Option<Sealed>, Problem> {
    let bytes: Option<Vec<u8>> = connection
        .prepare_cached("SELECT content FROM certificate WHERE digest = ?")?
        .query_one([Word(digest)], |row| row.get(0))
        .optional()?;
    let Some(bytes) = bytes else { return Ok(None) };
    let sealed = Sealed::from_bytes(bytes);
    if sealed.digest() == digest {
        Ok(Some(sealed))
    } else {
        Err(Problem::Damaged(format!("certificate {digest} has another content")))
    }
}

pub(crate) fn read_result(
    connection: &Connection,
    game: GameName,
    key: JobKey,
) -> Result<Option<StoredResult>, Problem> {
    let mut statement = connection.prepare_cached(
        "SELECT sequence, finding, certificate, nodes, seconds, worker, finished
         FROM result WHERE job = ?",
    )?;
    let mut rows = statement.query([Word(key)])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let Json(finding) = row.get::<_, Json<WireFinding>>(1)?;
    let finding = Finding::from_wire(finding, game)
        .map_err(|error| Problem::Damaged(format!("the result of job {key}: {error}")))?;
    let certificate = match row.get::<_, Option<Word<Digest>>>(2)? {
        Some(Word(digest)) => {
            let missing = || Problem::Damaged(format!("certificate {digest} is missing"));
            Some(read_certificate(connection, digest)?.ok_or_else(missing)?)
        }
        None => None,
    };
    Ok(Some(StoredResult {
        sequence: row.get::<_, Count>(0)?.0,
        done: Done { finding, certificate, cost: cost(row, 3)? },
        worker: row.get(5)?,
        finished: row.get::<_, Moment>(6)?.0,
    }))
}

/// What two columns say, from this one on.
fn cost(row: &Row<'_>, first: usize) -> rusqlite::Result<Cost> {
    Ok(Cost { nodes: row.get::<_, Count>(first)?.0, seconds: row.get(first + 1)? })
}

pub(crate) fn read_open(connection: &Connection) -> Result<Vec<OpenJob>, Problem> {
    let mut statement = connection.prepare_cached(
        "SELECT key, node, content FROM job WHERE state = 'open' ORDER BY sequence",
    )?;
    let mut rows = statement.query([])?;
    let mut open = Vec::new();
    while let Some(row) = rows.next()? {
        let (Word(key), Json(job)): (Word<JobKey>, Json<Job>) = (row.get(0)?, row.get(2)?);
        if job.key() != key {
            return Err(Problem::Damaged(format!("job {key} has another content")));
        }
        open.push(OpenJob { node: NodeId(row.get(1)?), job });
    }
    Ok(open)
}

pub(crate) fn read_failed(connection: &Connection) -> Result<Vec<FailedJob>, Problem> {
    let mut statement = connection.prepare_cached(
        "SELECT key, node, kind, state, attempts, reason FROM job
         WHERE state IN ('failed', 'given_up') ORDER BY sequence",
    )?;
    let failed = statement.query_map([], |row| {
        Ok(FailedJob {
            key: row.get::<_, Word<_>>(0)?.0,
            node: NodeId(row.get(1)?),
            kind: row.get::<_, Word<_>>(2)?.0,
            state: row.get::<_, Word<_>>(3)?.0,
            attempts: row.get(4)?,
            reason: row.get(5)?,
        })
    })?;
    Ok(failed.collect::<Result<_, _>>()?)
}

pub(crate) fn read_costs(connection: &Connection) -> Result<Vec<JobCost>, Problem> {
    let mut statement = connection.prepare_cached(
        "SELECT job.kind, result.nodes, result.seconds
         FROM result JOIN job ON job.key = result.job ORDER BY result.sequence",
    )?;
    let costs = statement.query_map([], |row| {
        Ok(JobCost { kind: row.get::<_, Word<_>>(0)?.0, cost: cost(row, 1)? })
    })?;
    Ok(costs.collect::<Result<_, _>>()?)
}

pub(crate) fn read_totals(connection: &Connection) -> Result<Totals, Problem> {
    // `total` is a float, which cannot overflow whatever workers have claimed.
    let totals = connection.query_one(
        "SELECT (SELECT count(*) FROM result),
                count(*) FILTER (WHERE state = 'open'),
                count(*) FILTER (WHERE state = 'failed'),
                count(*) FILTER (WHERE state = 'given_up'),
                (SELECT total(nodes) FROM result),
                (SELECT total(seconds) FROM result)
         FROM job WHERE state <> 'done'",
        [],
        |row| {
            Ok(Totals {
                done: row.get::<_, Count>(0)?.0,
                open: row.get::<_, Count>(1)?.0,
                failed: row.get::<_, Count>(2)?.0,
                given_up: row.get::<_, Count>(3)?.0,
                cost: Cost { nodes: row.get::<_, f64>(4)? as u64, seconds: row.get(5)? },
            })
        },
    )?;
    Ok(totals)
}
