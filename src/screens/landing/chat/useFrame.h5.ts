import { useEffect, useRef, useState } from 'react'
import type { Frame } from '@/screens/previews/Gallery'
import type { UseFrame } from './ChatPort'

export const useFrame: UseFrame = () => {
  const ref = useRef<HTMLElement>(null)
  const [frame, setFrame] = useState<Frame>()
  useEffect(() => {
    const { current: part } = ref
    if (!part) return
    const sized = new ResizeObserver(() => {
      const { top, width, height } = part.getBoundingClientRect()
      setFrame({ top, width, height })
    })
    sized.observe(part)
    return () => sized.disconnect()
  }, [])
  return { ref, frame }
}
