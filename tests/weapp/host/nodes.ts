import { builtInTags } from './builtInTags'
import type { ExparserNode } from './exparserNode'

type DrawnElement = Element & { __wxElement?: ExparserNode }

/** Whether the user sees an element. */
export type Visible = (element: Element) => boolean

const inline = ['wx-text', 'virtual', 'span']

/** The renderer's node behind an element, if there is one. */
export function exparserNode(element: Element): ExparserNode | undefined {
  return (element as DrawnElement).__wxElement
}

/** The compiler turns `open-type` into `openType`; `data-…` stays. */
function asWritten(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Attributes by the names in the template, with the values that it passed, objects included. */
export function attributesOf(element: Element): Record<string, unknown> {
  return Object.fromEntries(
    (exparserNode(element)?._vt?.attrs ?? []).map(({ name, value }) => [asWritten(name), value]),
  )
}

/** Copies ids and attributes of the template into the document, so that selectors find them. */
function reflect(root: Element): void {
  for (const element of root.querySelectorAll('*')) {
    const node = exparserNode(element)
    if (!node?._vt) continue
    if (node.id) element.setAttribute('id', node.id)
    for (const [name, value] of Object.entries(attributesOf(element))) {
      if (name === 'class' || name === 'style' || name === 'id') continue
      if (value === undefined || value === false || typeof value === 'object') element.removeAttribute(name)
      else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value))
    }
  }
}

/** `button.primary > text` becomes `wx-button.primary > wx-text`. */
function documentSelector(selector: string): string {
  return selector.replace(/(^|[\s>+~,(])([a-z][a-z-]*)/g, (whole, before: string, tag: string) =>
    builtInTags.includes(tag) ? `${before}wx-${tag}` : whole,
  )
}

function gather(node: Node, isVisible: Visible, lines: string[]): void {
  if (node.nodeType === 3) {
    lines.push(`${lines.pop() ?? ''}${node.textContent ?? ''}`)
    return
  }
  if (node.nodeType !== 1 || !isVisible(node as Element)) return
  const breaks = !inline.includes((node as Element).tagName.toLowerCase())
  if (breaks) lines.push('')
  for (const child of node.childNodes) gather(child, isVisible, lines)
  if (breaks) lines.push('')
}

/** The text that a user would see, one line per block. */
export function visibleText(element: Element, isVisible: Visible): string {
  const lines: string[] = ['']
  gather(element, isVisible, lines)
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** An element on a page, as a test sees it. */
export class HostNode {
  constructor(
    readonly element: Element,
    private readonly isVisible: Visible,
  ) {}

  /** The text that a user would read here; empty inside a hidden page-container. */
  get text(): string {
    return this.visible ? visibleText(this.element, this.isVisible) : ''
  }

  /** `view`, `scroll-view` … */
  get tag(): string {
    return this.element.tagName.toLowerCase().replace(/^wx-/, '')
  }

  get id(): string {
    return exparserNode(this.element)?.id ?? ''
  }

  get classes(): string[] {
    return [...this.element.classList]
  }

  get dataset(): Record<string, unknown> {
    return { ...exparserNode(this.element)?.dataset }
  }

  /** The attribute as the template passed it; undefined when absent. */
  attr(name: string): unknown {
    return attributesOf(this.element)[name]
  }

  /** False inside a hidden page-container. */
  get visible(): boolean {
    for (let at: Element | null = this.element; at; at = at.parentElement) if (!this.isVisible(at)) return false
    return true
  }

  $(selector: string): HostNode | null {
    return this.$$(selector)[0] ?? null
  }

  /** CSS selectors over tags, ids, classes and the template's attributes; they reach into components. */
  $$(selector: string): HostNode[] {
    reflect(this.element)
    return [...this.element.querySelectorAll(documentSelector(selector))].map(
      (element) => new HostNode(element, this.isVisible),
    )
  }

  /** The innermost nodes whose whole text this is. */
  withText(text: string): HostNode[] {
    const all = [...this.element.querySelectorAll('*')].map((element) => new HostNode(element, this.isVisible))
    const fitting = all.filter((node) => exparserNode(node.element) && node.visible && node.text === text)
    return fitting.filter((node) => !fitting.some((other) => other !== node && node.element.contains(other.element)))
  }
}
