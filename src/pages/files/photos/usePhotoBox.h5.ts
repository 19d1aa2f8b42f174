import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWindow } from '@/components/ui/context'
import type { PhotoGestures } from './useGestures'

/** px that a pressed mouse must move to select */
const SLACK = 8

/**
 * The grid's width in a browser, px. Also keeps a finger that selects from scrolling, which React's passive listeners cannot, and lets a pressed mouse
 * select at once.
 */
export function usePhotoBox(box: { current: unknown }, gestures: PhotoGestures): number {
  const [width, setWidth] = useState(useWindow().width)
  const latest = useRef(gestures)
  latest.current = gestures

  useLayoutEffect(() => {
    const element = box.current as HTMLElement | null
    if (!element) return undefined
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth))
    setWidth(element.clientWidth)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [box])

  useEffect(() => {
    const element = box.current as HTMLElement | null
    if (!element) return undefined
    let pressed: { index: number; x: number; y: number } | null = null
    const still = (event: TouchEvent) => {
      if (event.cancelable && (latest.current.isDragging || event.touches.length > 1)) event.preventDefault()
    }
    const down = ({ button, target, clientX: x, clientY: y }: MouseEvent) => {
      const cell = button === 0 && target instanceof Element && target.closest<HTMLElement>('[data-photo]')
      pressed = cell ? { index: Number(cell.dataset.photo), x, y } : null
    }
    const move = (event: MouseEvent) => {
      const { isDragging, begin, reach } = latest.current
      if (isDragging && event.buttons === 1) return reach(event)
      if (!pressed || event.buttons !== 1 || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK)
        return
      begin(pressed.index, { clientX: pressed.x, clientY: pressed.y })
      pressed = null
    }
    const up = () => {
      pressed = null
      if (!latest.current.isDragging) return
      latest.current.end()
      // The drag ends in a click on the picture below the pointer.
      const swallow = (event: MouseEvent) => event.stopPropagation()
      element.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }))
    }
    // Before the scroller, which a pull would move.
    element.addEventListener('touchmove', still, { passive: false, capture: true })
    element.addEventListener('mousedown', down)
    document.addEventListener('mousemove', move)
    document.addEventListener('mouseup', up)
    return () => {
      element.removeEventListener('touchmove', still, { capture: true })
      element.removeEventListener('mousedown', down)
      document.removeEventListener('mousemove', move)
      document.removeEventListener('mouseup', up)
    }
  }, [box])
  return width
}
