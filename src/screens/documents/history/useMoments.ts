import { useWords } from '@/components/ui/context'
import type { DocumentVersion } from '@/contract/documents'
import { dateParts, localDay } from '@/domain/format/time'
import { wordTime } from '@/i18n/format'
import { wordClock, wordMoment } from '@/i18n/moment'
import { useApp } from '@/screens/app/AppContext'

/** Words for the moments of versions; seconds since 1970. */
export function useMoments() {
  const app = useApp()
  const t = useWords<'document'>()
  const zone = app.platform.clock.zone()
  const partsOf = (at: number) => dateParts(at, app.now() / 1000, zone)
  return {
    /** Equal for moments of the same day. */
    dayOf: (at: number) => localDay(at, zone),
    wordDay(at: number): string {
      const days = localDay(app.now() / 1000, zone) - localDay(at, zone)
      if (days === 0) return t('document.history.today')
      return days === 1 ? t('document.history.yesterday') : wordTime(partsOf(at), t)
    },
    wordClock: (at: number) => wordClock(partsOf(at)),
    /** The name of a version, or its moment. */
    titleOf: ({ name, created_at }: DocumentVersion) => name || wordMoment(partsOf(created_at), t),
  }
}
