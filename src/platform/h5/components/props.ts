import type { CSSProperties, HTMLAttributes, KeyboardEvent, SyntheticEvent } from 'react'

type Props = Record<string, unknown>

const passed = /^(id|className|style|role|tabIndex|hidden|title|lang|dir|children)$|^(aria|data)-/
const events =
  /^on(Click|Touch(Start|Move|End|Cancel)|Pointer\w+|Mouse\w+|Key(Down|Up)|Focus|Blur|ContextMenu|TransitionEnd|Animation\w+)$/
const operable = /^(button|link|menuitem.*|option|tab|radio|checkbox|switch|treeitem)$/

export function joined(...names: unknown[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

/** Caches the attribute name of each property; '' if HTML does not know the property. There are few names, so the cache stays small. */
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

/** Keeps the attributes of HTML; drops `hoverClass`, `catchMove` and other properties of the mini-program. */
export function domProps(props: object, ownClass?: string): HTMLAttributes<HTMLElement> {
  const attributes: Props = {}
  for (const [key, value] of Object.entries(props)) {
    const name = nameOf(key)
    if (name) attributes[name] = value
  }
  if (ownClass) attributes.className = joined(ownClass, attributes.className)
  return attributes as { style?: CSSProperties }
}

function pressByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
  event.preventDefault()
  event.currentTarget.click()
}

/** An element with a tap handler is also operable by keyboard, as a button unless it has another role. */
export function pressableProps(props: object, ownClass?: string): HTMLAttributes<HTMLElement> {
  const attributes = domProps(props, ownClass)
  if (!attributes.onClick || attributes['aria-hidden']) return attributes
  const role = attributes.role ?? 'button'
  return operable.test(role) ? { tabIndex: 0, onKeyDown: pressByKey, ...attributes, role } : attributes
}

/** The event in the mini-program's form, with the values under `detail`. */
export function withDetail<D extends object>(event: SyntheticEvent, detail: D): never {
  return Object.create(event, { detail: { value: detail } }) as never
}
