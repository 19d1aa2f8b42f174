import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { PersonRow } from '@/contract/administration/entities'
import type { PersonDetail } from '@/contract/administration/people'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { PersonPicker } from '../controls/PersonPicker'
import { Window } from '../controls/Window'

interface Props {
  store: PersonStore
  person: PersonDetail
  onClose(): void
}

/** Gives the files, shared folders and links of a leaving person to others (ADM-06). */
export const HandOver = observer(function HandOver({ store, person, onClose }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [files, setFiles] = useState<PersonRow | null>(null)
  const [shares, setShares] = useState<PersonRow | null>(null)
  const { fault, isBusy } = store.sending
  const sharesTo = shares ?? files

  async function handOver() {
    const done = await store.sendHandover({
      ...(files && { files_to: files.id }),
      ...(sharesTo && { shares_to: sharesTo.id }),
    })
    if (!done) return
    onClose()
    feedback.toast(
      { text: t('admin.person.handover.done') },
      { label: { text: t('admin.action.undo') }, run: () => void store.undoHandover(done.handover.id) },
    )
  }

  return (
    <Window
      title={t('admin.person.handover.title', { name: person.name })}
      onClose={() => {
        store.sending.clear()
        onClose()
      }}
      submit={{
        label: t('admin.person.handover.submit'),
        isBusy,
        isDisabled: !files && !shares,
        run: () => void handOver(),
      }}
      fault={fault ? wordMessage(fault.message, t) : undefined}
    >
      <p className="window-text">{t('admin.person.handover.text')}</p>
      <PersonPicker label={t('admin.person.handover.files')} left={[person.id]} chosen={files} onChoose={setFiles} />
      <PersonPicker
        label={t('admin.person.handover.shares')}
        placeholder={files ? t('admin.person.handover.same') : undefined}
        left={[person.id]}
        chosen={shares}
        onChoose={setShares}
      />
    </Window>
  )
})
