import { useEffect, useState } from 'react'
import { useApp } from '../AppContext'

/** px of the phone's screen, as it is turned. */
export function useViewportHeight(): number {
  const { platform } = useApp()
  const [height, setHeight] = useState(() => platform.window().height)
  useEffect(() => platform.onResize(() => setHeight(platform.window().height)), [platform])
  return height
}
