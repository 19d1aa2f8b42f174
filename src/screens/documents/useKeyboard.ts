import { useEffect, useState } from 'react'

/** The px at the foot of the page that the on-screen keyboard covers: phones lay it over the page. */
export function useKeyboard(): number {
  const [covered, setCovered] = useState(0)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const measure = () => {
      // A page that the user has zoomed is no smaller because of a keyboard.
      if (view.scale > 1) return setCovered(0)
      // An iPhone scrolls the whole page to show the caret; the text scrolls itself.
      if (view.offsetTop > 0) window.scrollTo(0, 0)
      setCovered(Math.max(0, Math.round(window.innerHeight - view.height)))
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [])
  return covered
}
