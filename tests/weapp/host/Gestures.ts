import { exparserNode } from './nodes'
import type { Exparser } from './parts'

const bubbling = [
  'touchstart',
  'touchmove',
  'touchend',
  'touchcancel',
  'tap',
  'longpress',
  'longtap',
  'transitionend',
  'animationend',
]

/** Sends events into WeChat's renderer, which finds the handlers. */
export class Gestures {
  constructor(private readonly exparser: Exparser) {}

  fire(element: Element, name: string, detail: object = {}): void {
    const isTouch = bubbling.includes(name)
    const touch = { identifier: 0, pageX: 0, pageY: 0, clientX: 0, clientY: 0, ...detail }
    this.dispatch(element, name, detail, isTouch && name !== 'touchend' ? [touch] : [], isTouch ? [touch] : [])
  }

  /** The fingers on the screen at that moment. */
  touch(
    element: Element,
    name: 'touchstart' | 'touchmove' | 'touchend',
    points: readonly { x: number; y: number }[],
  ): void {
    const touches = points.map(({ x, y }, identifier) => ({ identifier, pageX: x, pageY: y, clientX: x, clientY: y }))
    this.dispatch(element, name, {}, touches, touches)
  }

  private dispatch(element: Element, name: string, detail: object, touches: object[], changedTouches: object[]): void {
    const node = exparserNode(element)
    if (!node) throw new Error(`<${element.tagName.toLowerCase()}> is not a node of the renderer`)
    const bubbles = bubbling.includes(name)
    const event = this.exparser.Event.create(name, detail, {
      bubbles,
      composed: bubbles,
      capturePhase: true,
      extraFields: { touches, changedTouches },
    })
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
