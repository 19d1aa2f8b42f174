import { checkName, nameKey } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'

/** A department of a typed list, with the departments below. */
export interface OutlineNode {
  name: string
  below: OutlineNode[]
}

/** `twin`: the line above that has the same name at the same level. */
export type Outline = { ok: true; nodes: OutlineNode[] } | { ok: false; line: number; twin?: number }

/**
 * Reads a list of departments: one per line; a deeper indent, of blanks or tabs, puts a department below the line above. Empty lines are ignored.
 * Fails at the first line whose indent returns to no earlier level or is too deep, whose name may not be used, or whose name occurs twice at its
 * level.
 */
export function readOutline(text: string): Outline {
  const nodes: OutlineNode[] = []
  const lines = new Map<OutlineNode, number>()
  const open: { indent: number; below: OutlineNode[] }[] = [{ indent: -1, below: nodes }]
  for (const [index, line] of text.split(/\r\n|[\n\r]/).entries()) {
    if (line.trim() === '') continue
    const indent = widthOf(/^\s*/.exec(line)![0])
    const wasDeeper = indent < last(open).indent
    while (open.length > 1 && indent <= last(open).indent) {
      const { indent: closed } = open.pop()!
      if (wasDeeper && closed === indent) break
      if (wasDeeper && last(open).indent < indent) return { ok: false, line: index + 1 }
    }
    const checked = checkName(line)
    const siblings = last(open).below
    const isTooDeep = open.length > FOLDER_DEPTH_LIMIT
    if (!checked.ok || isTooDeep) return { ok: false, line: index + 1 }
    const twin = siblings.find(({ name }) => nameKey(name) === nameKey(checked.name))
    if (twin) return { ok: false, line: index + 1, twin: lines.get(twin) }
    const node: OutlineNode = { name: checked.name, below: [] }
    siblings.push(node)
    lines.set(node, index + 1)
    open.push({ indent, below: node.below })
  }
  return { ok: true, nodes }
}

const last = <T>(list: readonly T[]) => list[list.length - 1]!

/** A tab is as wide as four blanks, an ideographic blank as two. */
function widthOf(blanks: string): number {
  return [...blanks].reduce((width, blank) => width + (blank === '\t' ? 4 : blank === '\u3000' ? 2 : 1), 0)
}
