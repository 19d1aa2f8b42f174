import type { MovableAreaProps } from '@tarojs/components/types/MovableArea'
import type { MovableViewProps } from '@tarojs/components/types/MovableView'
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type PropsWithChildren,
  type TouchEvent as Touched,
} from 'react'
import { View } from './boxes'

/** px after which the direction of a finger is clear */
const SLOP = 8

interface Gesture {
  x: number
  y: number
  /** px; the starting position of the view. */
  from: number
  /** px; the leftmost position in the area. */
  least: number
  isAcross: boolean
}

export function MovableArea({ className, style, children }: PropsWithChildren<MovableAreaProps>) {
  return (
    <View className={className} style={style}>
      {children}
    </View>
  )
}

/** Follows a finger to the left and back, the only direction that we need; vertical moves scroll the page. Rests at `x`. */
export function MovableView(props: PropsWithChildren<MovableViewProps>) {
  const { className, style, disabled, children, onTouchEnd } = props
  const rest = Number(props.x ?? 0)
  const [dragged, setDragged] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const gesture = useRef<Gesture | null>(null)
  const { current: latest } = useRef({ props })
  latest.props = props

  // React's listener is passive. Without preventDefault Chrome treats the swipe as a fling and drops the next tap as the one that stops the fling.
  useEffect(() => {
    const view = box.current!
    function move(event: TouchEvent): void {
      const now = gesture.current
      const finger = event.touches[0]
      if (!now || !finger) return
      const [across, along] = [finger.clientX - now.x, finger.clientY - now.y]
      if (!now.isAcross) {
        if (Math.max(Math.abs(across), Math.abs(along)) < SLOP) return
        now.isAcross = Math.abs(across) > Math.abs(along)
        if (!now.isAcross) {
          gesture.current = null
          return
        }
      }
      if (event.cancelable) event.preventDefault()
      const x = Math.max(now.least, Math.min(0, now.from + across))
      setDragged(x)
      latest.props.onChange?.({ type: 'change', detail: { x, y: 0, source: 'touch' } } as never)
    }
    view.addEventListener('touchmove', move, { passive: false })
    return () => view.removeEventListener('touchmove', move)
  }, [latest])

  function begin({ currentTarget: view, touches }: Touched<HTMLElement>): void {
    const finger = touches[0]
    if (disabled || touches.length !== 1 || !finger) {
      gesture.current = null
      return
    }
    const least = view.parentElement!.clientWidth - view.offsetWidth
    gesture.current = { x: finger.clientX, y: finger.clientY, from: rest, least, isAcross: false }
  }

  function end(event: Touched<HTMLElement>): void {
    gesture.current = null
    setDragged(null)
    if (event.type === 'touchend') onTouchEnd?.(event as never)
  }

  const at = dragged ?? rest
  const moved: CSSProperties = {
    touchAction: 'pan-y',
    transform: at ? `translateX(${at}px)` : undefined,
    transition: dragged === null ? 'transform .3s' : undefined,
  }
  return (
    <View
      ref={box}
      className={className}
      style={{ ...(style as CSSProperties), ...moved }}
      onTouchStart={begin as never}
      onTouchEnd={end as never}
      onTouchCancel={end as never}
    >
      {children}
    </View>
  )
}
