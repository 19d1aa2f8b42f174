import { useRef, type MouseEvent, type TouchEvent } from 'react'

/** ms of a long press in WeChat */
const HOLD_TIME = 350
/** px; a finger that moves farther scrolls. */
const HOLD_SLACK = 10

type Handler = (event: never) => void

/** The long press of the mini-program: a resting finger, or the secondary mouse button. Suppresses the tap that would follow. */
export function useHold(onLongPress: Handler | undefined) {
  const press = useRef({ timer: 0, x: 0, y: 0, isHeld: false })
  if (!onLongPress) return undefined
  const stop = () => clearTimeout(press.current.timer)
  const fire = (event: TouchEvent | MouseEvent) => {
    press.current.isHeld = true
    onLongPress(event as never)
  }
  return {
    onTouchStart(event: TouchEvent) {
      const { clientX: x, clientY: y } = event.touches[0]!
      stop()
      press.current = { timer: window.setTimeout(fire, HOLD_TIME, event), x, y, isHeld: false }
    },
    onTouchMove({ touches }: TouchEvent) {
      const { clientX, clientY } = touches[0]!
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > HOLD_SLACK) stop()
    },
    onTouchEnd(event: TouchEvent) {
      stop()
      if (press.current.isHeld && event.cancelable) event.preventDefault()
    },
    onTouchCancel: stop,
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      stop()
      const isMouse = (event.nativeEvent as PointerEvent).pointerType === 'mouse'
      if (isMouse || !press.current.isHeld) fire(event)
    },
  }
}
