//! Nodes and their edges in tables.

use std::collections::HashMap;

use rusqlite::{Connection, Row, params};
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_jobs::wire;
use sixfold_proof::job_level::{Edge, NodeId};

use crate::column::Word;
use crate::{Node, Problem};

/// Writes a node and its edges. Rows that say the same already are left alone: most changed nodes
/// have changed in little.
pub(crate) fn write(connection: &Connection, game: GameName, node: &Node) -> Result<(), Problem> {
    connection
        .prepare_cached(
            "INSERT INTO node (id, position, side, grade, status, others, cover, forbidden,
                               suggested, expansions, fruitless)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE
             SET (position, side, grade, status, others, cover, forbidden, suggested, expansions,
                  fruitless)
               = (excluded.position, excluded.side, excluded.grade, excluded.status,
                  excluded.others, excluded.cover, excluded.forbidden, excluded.suggested,
                  excluded.expansions, excluded.fruitless)
             WHERE (position, side, grade, status, others, cover, forbidden, suggested, expansions,
                    fruitless)
            IS NOT (excluded.position, excluded.side, excluded.grade, excluded.status,
                    excluded.others, excluded.cover, excluded.forbidden, excluded.suggested,
                    excluded.expansions, excluded.fruitless)",
        )?
        .execute(params![
            node.id.0,
            node.position.to_string(),
            Word(node.side),
            Word(node.grade),
            Word(node.status),
            Word(node.others),
            node.cover.map(Word),
            node.forbidden,
            node.suggested,
            node.expansions,
            node.fruitless,
        ])?;
    write_edges(connection, game, node)
}

fn write_edges(connection: &Connection, game: GameName, node: &Node) -> Result<(), Problem> {
    connection
        .prepare_cached("DELETE FROM edge WHERE node = ? AND rank >= ?")?
        .execute(params![node.id.0, node.edges.len() as u32])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO edge (node, rank, played, child) VALUES (?, ?, ?, ?)
         ON CONFLICT (node, rank) DO UPDATE
         SET (played, child) = (excluded.played, excluded.child)
         WHERE (played, child) IS NOT (excluded.played, excluded.child)",
    )?;
    for edge in &node.edges {
        let played = wire::name(game, edge.played);
        insert.execute(params![node.id.0, edge.rank, played, edge.child.0])?;
    }
    Ok(())
}

/// All nodes, in the order in which they were made.
pub(crate) fn read(connection: &Connection, game: GameName) -> Result<Vec<Node>, Problem> {
    // Nodes and edges of the same moment, even while somebody writes.
    let moment = connection.unchecked_transaction()?;
    let mut edges = read_edges(&moment, game)?;
    let mut statement = moment.prepare(
        "SELECT id, position, side, grade, status, others, cover, forbidden, suggested, expansions,
                fruitless
         FROM node ORDER BY id",
    )?;
    let mut rows = statement.query([])?;
    let mut nodes = Vec::new();
    while let Some(row) = rows.next()? {
        let id = NodeId(row.get(0)?);
        nodes.push(node(row, game, id, edges.remove(&id).unwrap_or_default())?);
    }
    Ok(nodes)
}

fn node(
    row: &Row<'_>,
    game: GameName,
    id: NodeId,
    edges: Vec<Edge<SquareSet>>,
) -> Result<Node, Problem> {
    let fen: String = row.get(1)?;
    let position = Setup::from_fen(game, &fen)
        .map_err(|error| Problem::Damaged(format!("node {}: {error}", id.0)))?;
    Ok(Node {
        id,
        position,
        side: row.get::<_, Word<_>>(2)?.0,
        grade: row.get::<_, Word<_>>(3)?.0,
        status: row.get::<_, Word<_>>(4)?.0,
        others: row.get::<_, Word<_>>(5)?.0,
        cover: row.get::<_, Option<Word<_>>>(6)?.map(|Word(cover)| cover),
        edges,
        forbidden: row.get(7)?,
        suggested: row.get(8)?,
        expansions: row.get(9)?,
        fruitless: row.get(10)?,
    })
}

type EdgesOfNodes = HashMap<NodeId, Vec<Edge<SquareSet>>>;

fn read_edges(connection: &Connection, game: GameName) -> Result<EdgesOfNodes, Problem> {
    let mut statement =
        connection.prepare("SELECT node, rank, played, child FROM edge ORDER BY node, rank")?;
    let mut rows = statement.query([])?;
    let mut edges = EdgesOfNodes::new();
    while let Some(row) = rows.next()? {
        let (node, text) = (NodeId(row.get(0)?), row.get::<_, String>(2)?);
        let played = wire::squares(game, &text)
            .map_err(|error| Problem::Damaged(format!("a move of node {}: {error}", node.0)))?;
        let edge = Edge { played, child: NodeId(row.get(3)?), rank: row.get(1)? };
        edges.entry(node).or_default().push(edge);
    }
    Ok(edges)
}
