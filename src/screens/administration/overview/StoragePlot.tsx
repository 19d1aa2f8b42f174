import { useEffect, useRef } from 'react'
import './validLanguage'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme, useWords } from '@/components/ui/context'
import type { Overview } from '@/contract/administration/policies'
import { size } from '../controls/Marks'

/** px */
const HEIGHT = 220

/** The storage of every day as lines. The figures beside it say the newest values. */
export function StoragePlot({ history }: { history: Overview['storage']['history'] }) {
  const t = useWords<'admin'>()
  const { dark } = useTheme()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = frame.current
    if (!host) return undefined
    const colour = (name: string) => getComputedStyle(host).getPropertyValue(name).trim()
    const axis = { stroke: colour('--text-3'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }
    const line = (label: string, name: string) => ({ label, stroke: colour(name), width: 2, points: { show: false } })
    const plot = new uPlot(
      {
        width: host.clientWidth,
        height: HEIGHT,
        legend: { show: true, live: false },
        cursor: { y: false },
        scales: { y: { range: (_plot, _least, most) => [0, Math.max(most, 1) * 1.1] } },
        series: [
          {},
          line(t('admin.overview.total'), '--brand'),
          line(t('admin.overview.people'), '--success'),
          line(t('admin.overview.departments'), '--warning'),
        ],
        axes: [
          { ...axis, values: (_plot, days) => days.map((day) => new Date(day * 1000).toISOString().slice(5, 10)) },
          { ...axis, size: 70, values: (_plot, values) => values.map((value) => size(value)) },
        ],
      },
      [
        history.map(({ day }) => day),
        history.map(({ people_bytes: people, departments_bytes: departments }) => people + departments),
        history.map(({ people_bytes: people }) => people),
        history.map(({ departments_bytes: departments }) => departments),
      ],
      host,
    )
    const watch = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT }))
    watch.observe(host)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [history, t, dark])
  return <div ref={frame} className="plot" role="img" aria-label={t('admin.overview.storageText')} />
}
