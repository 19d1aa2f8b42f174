import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { dayBars } from '@/domain/shares/visits'
import { useApp } from '@/screens/app/AppContext'
import { wordDate } from '../wordLink'

/** Share of the highest bar from which a bar counts as busy. */
const BUSY = 0.4

/** Visits per day as bars; a screen reader reads the days that have any. @param counts oldest first, the last is today */
export const DayChart = observer(function DayChart({ counts }: { counts: readonly number[] }) {
  const app = useApp()
  const t = useWords<'links'>()
  const bars = dayBars(counts, app.now() / 1000)
  const [first, last] = [bars[0], bars[bars.length - 1]]
  if (!first || !last) return null
  const sum = counts.reduce((total, count) => total + count, 0)
  const days = bars
    .filter(({ count }) => count > 0)
    .map(({ at, count }) => t('links.chart.day', { date: wordDate(app, at, t), n: count }))
    .join(t('links.and'))
  return (
    <View>
      <View
        className="links-bars"
        role="img"
        aria-label={sum > 0 ? t('links.chart.label', { n: sum, days }) : t('links.chart.none')}
      >
        {bars.map(({ at, count, share }) => (
          <View
            key={at}
            className={classes('links-bar', count > 0 && share >= BUSY && 'links-busy')}
            style={{ height: `${Math.max(4, Math.round(share * 100))}%` }}
          />
        ))}
      </View>
      <View className="links-days" aria-hidden>
        <View>{wordDate(app, first.at, t)}</View>
        <View>{t('links.chart.days')}</View>
        <View>{wordDate(app, last.at, t)}</View>
      </View>
    </View>
  )
})
