import { exparserNode } from './nodes'
import type { Exparser } from './parts'

const bubbling = ['touchstart', 'touchmove', 'touchend', 'touchcancel', 'tap', 'longpress', 'longtap', 'transitionend', 'animationend']

/** Sends events into WeChat's renderer, which finds the handlers. */
export class Gestures {
  constructor(private readonly exparser: Exparser) {}

  fire(element: Element, name: string, detail: object = {}): void {
    const node = exparserNode(element)
    if (!node) throw new Error(`<${element.tagName.toLowerCase()}> is not a node of the renderer`)
    const bubbles = bubbling.includes(name)
    const touch = { identifier: 0, pageX: 0, pageY: 0, clientX: 0, clientY: 0, ...detail }
    const touches = bubbles && name !== 'touchend' ? [touch] : []
    const extraFields = { touches, changedTouches: bubbles ? [touch] : [] }
    const event = this.exparser.Event.create(name, detail, { bubbles, composed: bubbles, capturePhase: true, extraFields })
    this.exparser.Event.dispatchEvent(node, event)
  }

  tap(element: Element): void {
    this.press(element, ['touchstart', 'touchend', 'tap'])
  }

  longPress(element: Element): void {
    this.press(element, ['touchstart', 'longpress', 'touchend'])
  }

  private press(element: Element, events: string[]): void {
    for (const name of events) this.fire(element, name, { x: 0, y: 0 })
  }
}
