import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { loadAccountWords } from '@/i18n/session/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { AuditStore } from '@/stores/audit/AuditStore'
import type { AuditEvent } from '@/contract/audit'
import { phrases } from '@/i18n/session/zhCN'

/** All event types. They are read from the words, because the client imports the contract only as types. */
export const auditEventNames = Object.keys(phrases.audit.deeds) as AuditEvent[]

/** Chooses the event types that the audit log shows. */
export function AuditEventSheet({ audit, onClose }: { audit: AuditStore; onClose(): void }) {
  const t = usePackageWords(loadAccountWords)
  const { deed: chosen } = audit.filter
  return (
    <Sheet label={t('audit.deed')} onClose={onClose}>
      <SheetHead title={t('audit.deed')} />
      <MenuList
        entries={[null, ...auditEventNames].map((deed) => ({
          key: deed ?? 'all',
          label: t(deed === null ? 'audit.allDeeds' : `audit.deeds.${deed}`),
          isChosen: deed === chosen,
          onSelect: () => {
            onClose()
            void audit.choose({ deed })
          },
        }))}
      />
    </Sheet>
  )
}
