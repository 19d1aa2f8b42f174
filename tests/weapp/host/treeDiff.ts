import type { ExparserNode } from './exparserNode'

/* j-component compares two drawings of a template wrongly in two ways. Keyed rows that swap places can end up in another order. And any change
   sets every object property again, which overwrites what a component set itself, as Taro's CustomWrapper does. WeChat does neither, so this module
   compares the drawings. */

interface Attribute {
  name: string
  value: unknown
}

/** A node of a drawing, as j-component makes it from wcc's output. */
export interface DrawnNode {
  type: number
  componentId: string
  content: string
  key?: string
  attrs: Attribute[]
  event: Record<
    string,
    { name: string; handler: string; isCapture: boolean; isCatch: boolean; isMutated: boolean; id?: unknown }
  >
  children: DrawnNode[]
  exparserNode: TreeNode
}

export interface TreeNode extends ExparserNode {
  parentNode: TreeNode | null
  childNodes: TreeNode[]
  insertBefore(node: TreeNode, before: TreeNode | null): void
  removeChild(node: TreeNode): void
  replaceChild(node: TreeNode, old: TreeNode): void
}

/** The functions of j-component's own drawing code. */
export interface Drawing {
  renderExparserNode(drawn: DrawnNode, host: null, shadowRoot: unknown): TreeNode
  updateAttrs(node: TreeNode, attributes: Attribute[]): void
  updateEvent(node: TreeNode, events: DrawnNode['event']): void
}

export type RemoveListener = (node: TreeNode, name: string, id: unknown, options: { capture: boolean }) => void

/** j-component's number for a piece of text */
const text = 18

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

function changedAttributes(before: Attribute[], after: Attribute[]): Attribute[] {
  const old = new Map(before.map(({ name, value }) => [name, value]))
  const names = new Set(after.map(({ name }) => name))
  const gone = before
    .filter(({ name, value }) => !names.has(name) && value !== undefined)
    .map(({ name }) => ({ name, value: undefined }))
  return [...after.filter(({ name, value }) => !old.has(name) || !isEqual(old.get(name), value)), ...gone]
}

function eventsKey(events: DrawnNode['event']): string {
  return JSON.stringify(Object.values(events).map(({ id: _id, ...rest }) => rest))
}

/** Finds the old child that each new child reuses: by its key, or in order if it has no key. */
function partners(before: DrawnNode[], after: DrawnNode[]): (DrawnNode | undefined)[] {
  const keyed = new Map<string, DrawnNode>()
  const rest: DrawnNode[] = []
  for (const child of before) {
    if (child.key && !keyed.has(child.key)) keyed.set(child.key, child)
    else rest.push(child)
  }
  return after.map((child) => {
    const partner = child.key ? keyed.get(child.key) : rest.shift()
    if (child.key) keyed.delete(child.key)
    return partner
  })
}

/** Makes `diffVt(before, after)`, which changes the nodes on the page from one drawing of a template to the next. */
export function makeTreeDiff(
  drawing: Drawing,
  removeListener: RemoveListener,
): (before: DrawnNode, after: DrawnNode) => void {
  const draw = (drawn: DrawnNode, parent: TreeNode) => drawing.renderExparserNode(drawn, null, parent.ownerShadowRoot)

  function update(before: DrawnNode, after: DrawnNode, node: TreeNode): void {
    const changed = changedAttributes(before.attrs, after.attrs)
    if (changed.length) drawing.updateAttrs(node, changed)
    if (eventsKey(before.event) === eventsKey(after.event)) {
      after.event = before.event
      return
    }
    for (const { name, isCapture, id } of Object.values(before.event))
      removeListener(node, name, id, { capture: isCapture })
    drawing.updateEvent(node, after.event)
  }

  function arrange(before: DrawnNode, after: DrawnNode, node: TreeNode): void {
    const found = partners(before.children, after.children)
    const kept = new Set(found)
    for (const child of before.children) if (!kept.has(child)) node.removeChild(child.exparserNode)
    after.children.forEach((child, index) => {
      const partner = found[index]
      if (partner) diff(partner, child)
      else draw(child, node)
      const place = node.childNodes[index] ?? null
      if (place !== child.exparserNode) node.insertBefore(child.exparserNode, place)
    })
  }

  function diff(before: DrawnNode, after: DrawnNode): void {
    const node = before.exparserNode
    const sameKind = before.type === after.type && before.componentId === after.componentId && before.key === after.key
    if (!sameKind || (after.type === text && before.content !== after.content)) {
      const parent = node.parentNode
      if (parent) parent.replaceChild(draw(after, parent), node)
      return
    }
    after.exparserNode = node
    if (after.type !== text) {
      update(before, after, node)
      arrange(before, after, node)
    }
    node._vt = after as unknown as ExparserNode['_vt']
  }

  return diff
}
