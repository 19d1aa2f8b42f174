import { useEffect } from 'react'
import type { Account } from '@/components/sheets/MeSettings'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { wordSize } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import { useApp } from '../../app/AppContext'

/** percent of the storage from which a warning is shown */
const NEARLY_FULL = 90

/** The signed-in user and their storage in words, fetched again; for observers. */
export function useAccount(): Account | null {
  const { session } = useApp()
  const t = useWords()
  const { user, enterprise, space } = session
  useEffect(() => void session.refreshSpace(), [session])
  if (!user) return null
  const account = {
    userId: user.id,
    name: user.name,
    picture: user.avatar,
    detail: [enterprise?.name, user.login].filter(Boolean).join(' · '),
  }
  if (!space) return account
  const used = wordSize(formatSize(space.used))
  if (space.total === null) return { ...account, storage: t('me.usedUnlimited', { used }) }
  return {
    ...account,
    storage: t('me.usedOf', { used, total: wordSize(formatSize(space.total)) }),
    storagePercent: percentOf(space.used, space.total),
    storageNotice: noticeOf(space.used, space.total, t),
  }
}

function percentOf(used: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, (used / total) * 100)
}

/** A warning before the next upload could fail. */
function noticeOf(used: number, total: number, t: Words): string | undefined {
  if (used >= total) return t('me.full')
  return percentOf(used, total) >= NEARLY_FULL
    ? t('me.nearlyFull', { left: wordSize(formatSize(total - used)) })
    : undefined
}
