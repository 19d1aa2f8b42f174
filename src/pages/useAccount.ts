import type { Account } from '@/components/AccountBar'
import { useWords } from '@/components/context'
import { formatSize } from '@/domain/format/size'
import { wordSize } from '@/i18n/format'
import { useApp } from './AppContext'

/** Who is signed in and how much he stores, in words; for observers. */
export function useAccount(): Account | null {
  const { session } = useApp()
  const t = useWords()
  const { user, enterprise, space } = session
  if (!user) return null
  const account = { userId: user.id, name: user.name, detail: [enterprise?.name, user.login].filter(Boolean).join(' · ') }
  if (!space) return account
  const used = wordSize(formatSize(space.used))
  if (space.total === null) return { ...account, storage: t('me.usedUnlimited', { used }) }
  return {
    ...account,
    storage: t('me.usedOf', { used, total: wordSize(formatSize(space.total)) }),
    storagePercent: space.total === 0 ? 100 : Math.min(100, (space.used / space.total) * 100),
  }
}
