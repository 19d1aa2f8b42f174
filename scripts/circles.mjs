/**
 * Finds the circles of a graph, each once, as the shortest one through its first node.
 * @param nodes in the order in which they are searched @param next the nodes that a node leads to
 * @returns the nodes of each circle in order, the first one not repeated
 */
export function findCircles(nodes, next) {
  const found = []
  const seen = new Set()
  for (const start of nodes) {
    if (seen.has(start)) continue
    const circle = shortest(start, next)
    if (circle === null) continue
    for (const node of circle) seen.add(node)
    found.push(circle)
  }
  return found
}

function shortest(start, next) {
  const from = new Map([[start, null]])
  for (const node of from.keys()) {
    for (const to of next(node) ?? []) {
      if (to === start) {
        const way = []
        for (let at = node; at !== null; at = from.get(at)) way.unshift(at)
        return way
      }
      if (!from.has(to)) from.set(to, node)
    }
  }
  return null
}
