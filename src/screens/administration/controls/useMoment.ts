import { useWords } from '@/components/ui/context'
import { dateParts } from '@/domain/format/time'
import { wordMoment } from '@/i18n/moment'
import { useApp } from '@/screens/app/AppContext'

/** Words a moment with its year and clock time. @param seconds since 1970 */
export function useMoment(): (seconds: number) => string {
  const { clock } = useApp().platform
  const t = useWords()
  return (seconds) => wordMoment(dateParts(seconds, clock.now() / 1000, clock.zone()), t)
}
