import { useEffect } from 'react'
import { useTheme } from '@/components/context'
import { colourEdges } from '@/shell/colourEdges'

/** The page on top colours what lies around it. */
export function usePageColours(isShown: boolean): void {
  const { dark } = useTheme()
  useEffect(() => {
    if (isShown) colourEdges(dark)
  }, [dark, isShown])
}
