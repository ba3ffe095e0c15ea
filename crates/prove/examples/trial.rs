use sixfold_game::{GameName, Player, record::move_list};
use sixfold_jobs::{Effort, JobKey, Runner, local::LocalRunner};
use sixfold_proof::job_level::{NodeId, Settings, Status, TaskId};
use sixfold_prove::{Next, Tree};
use std::collections::HashMap;
use std::time::{Duration, Instant};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let record = move_list::read(GameName::CONNECT6, &args[1]).unwrap();
    let workers: usize = args[2].parse().unwrap();
    let nodes: u64 = args[3].parse().unwrap();
    let player_nodes: u64 = args[4].parse().unwrap();
    let limit: f64 = args[5].parse().unwrap();
    let verbose = args.len() > 6;
    let setup = record.final_setup();
    let mut tree =
        Tree::new(GameName::CONNECT6, setup, Player::Black, Settings::default()).unwrap();
    let mut runner = LocalRunner::start(workers).unwrap();
    let effort = Effort { nodes, player_nodes, ..Effort::default() };
    let started = Instant::now();
    let mut open: HashMap<JobKey, (TaskId, NodeId)> = HashMap::new();
    let mut jobs = 0;
    let mut busy = 0.0;
    while tree.search().status() == Status::Open && started.elapsed().as_secs_f64() < limit {
        while runner.free() > 0 {
            let next = tree.next(effort).unwrap();
            if next.is_empty() {
                break;
            }
            for n in next {
                match n {
                    Next::Job(a) => {
                        let a = *a;
                        open.insert(a.order.job.key(), (a.task, a.node));
                        runner.submit(a.order).unwrap();
                    }
                    Next::Settled(n) => {
                        if verbose {
                            println!("settled {n:?}");
                        }
                    }
                }
            }
        }
        if open.is_empty() {
            println!("nothing to do");
            break;
        }
        if let Some(report) = runner.receive(Duration::from_millis(500)).unwrap() {
            let (task, node) = open.remove(&report.key).unwrap();
            let done = report.result.unwrap();
            jobs += 1;
            busy += done.cost.seconds;
            let kind = match &done.finding {
                sixfold_jobs::Finding::Unrefuted(r) => format!("unrefuted {}", r.len()),
                sixfold_jobs::Finding::Best { turns, .. } => turns
                    .iter()
                    .take(4)
                    .map(|t| {
                        format!(
                            "{} {:?} ",
                            GameName::CONNECT6.grid().names(t.stones.iter()).concat(),
                            t.grade
                        )
                    })
                    .collect::<String>(),
                other => format!("{other:?}"),
            };
            tree.take(task, node, &done).unwrap();
            if verbose {
                let c = tree.search().counts();
                let root = tree.search().node(tree.search().root()).unwrap();
                println!(
                    "{:6.1} job {jobs} node {} {:.1}s {} nodes: {kind} cert {}k | root {} nodes {} proven {}",
                    started.elapsed().as_secs_f64(),
                    node.0,
                    done.cost.seconds,
                    done.cost.nodes,
                    done.certificate.as_ref().map_or(0, |c| c.bytes().len() / 1024),
                    root.numbers,
                    c.nodes,
                    c.proven
                );
            }
        }
    }
    let status = tree.search().status();
    println!(
        "{} {:?} {:.1}s {jobs} jobs busy {busy:.1}",
        args[1],
        status,
        started.elapsed().as_secs_f64()
    );
    if status == Status::Proven {
        let c = tree.certificate().unwrap();
        let s = sixfold_jobs::Sealed::seal(&c).unwrap();
        println!("certificate nodes {} {} kB sealed", c.proof().len(), s.bytes().len() / 1024);
    }
}
