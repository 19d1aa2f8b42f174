import { useEffect, useMemo, useState } from 'react'
import { useApp } from '@/screens/app/AppContext'

/** rows that fill the screen of a computer */
const SCREEN = 16

/** The rows to draw: at first those that fill the screen, then all, because a slow computer takes a second for a page of fifty. */
export function useGrowing<T>(rows: readonly T[]): readonly T[] {
  const { clock } = useApp().platform
  const [isWhole, setWhole] = useState(false)
  // Effects run when the browser has painted.
  useEffect(() => clock.after(0, () => setWhole(true)), [clock])
  return useMemo(() => (isWhole ? rows : rows.slice(0, SCREEN)), [rows, isWhole])
}
