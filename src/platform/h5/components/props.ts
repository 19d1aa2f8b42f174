import type { CSSProperties, HTMLAttributes, KeyboardEvent } from 'react'

type Props = Record<string, unknown>

const passed = /^(id|className|style|role|tabIndex|hidden|title|lang|dir|children)$|^(aria|data)-/
const events =
  /^on(Click|Touch(Start|Move|End|Cancel)|Pointer\w+|Mouse\w+|Key(Down|Up)|Focus|Blur|ContextMenu|TransitionEnd|Animation\w+)$/
const operable = /^(button|link|menuitem.*|option|tab|radio|checkbox|switch|treeitem)$/

export function joined(...names: unknown[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

/** By the names of properties, which are few: '' for those of which an element knows nothing. */
const known = new Map<string, string>()

function nameOf(key: string): string {
  let name = known.get(key)
  if (name === undefined) {
    name = key.replace(/^aria([A-Z])/, (_, first: string) => `aria-${first.toLowerCase()}`)
    if (!passed.test(name) && !events.test(name)) name = ''
    known.set(key, name)
  }
  return name
}

/** Keeps what an HTML element understands; `hoverClass`, `catchMove` and the other mini-program properties fall away. */
export function domProps(props: object, ownClass?: string): HTMLAttributes<HTMLElement> {
  const kept: Props = {}
  for (const [key, value] of Object.entries(props)) {
    const name = nameOf(key)
    if (name) kept[name] = value
  }
  if (ownClass) kept.className = joined(ownClass, kept.className)
  return kept as { style?: CSSProperties }
}

function pressByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
  event.preventDefault()
  event.currentTarget.click()
}

/** What answers a tap answers the keyboard too: a button, unless it was given another role. */
export function pressableProps(props: object, ownClass?: string): HTMLAttributes<HTMLElement> {
  const kept = domProps(props, ownClass)
  if (!kept.onClick || kept['aria-hidden']) return kept
  const role = kept.role ?? 'button'
  return operable.test(role) ? { tabIndex: 0, onKeyDown: pressByKey, ...kept, role } : kept
}
