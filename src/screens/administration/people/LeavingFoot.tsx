import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { PersonDetail } from '@/contract/administration/people'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { Window } from '../controls/Window'
import { ownsSomething } from './ownsSomething'

interface Props {
  store: PersonStore
  person: PersonDetail
}

/** The steps of leaving: deactivate, then delete. Each can be undone. */
export const LeavingFoot = observer(function LeavingFoot({ store, person }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [isLeaving, setLeaving] = useState(false)
  const { name } = person

  const restore = async () => {
    if (await store.restore()) feedback.toast({ text: t('admin.person.restored', { name }) })
  }

  async function remove() {
    const words = {
      title: { text: t('admin.person.deleteTitle', { name }) },
      confirm: { text: t('admin.person.delete') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.person.deleteText') }, words))) return
    if (!(await store.remove())) return
    feedback.toast(
      { text: t('admin.person.deleted', { name }) },
      { label: { text: t('admin.action.undo') }, run: () => void restore() },
    )
  }

  const isOwner = ownsSomething(person)
  const isGone = person.state === 'deactivated' || person.state === 'deleted'
  return (
    <>
      {store.may('deactivate') && !isGone ? (
        <Btn tone="danger" label={t('admin.person.deactivate')} onPress={() => setLeaving(true)} />
      ) : null}
      {store.may('restore') && isGone ? (
        <Btn tone="weak" icon="undo-2" label={t('admin.person.restore')} onPress={() => void restore()} />
      ) : null}
      {store.may('delete') || (person.state === 'deactivated' && store.may('restore')) ? (
        <Btn
          tone="danger"
          label={t(isOwner ? 'admin.person.deleteFirst' : 'admin.person.delete')}
          isDisabled={isOwner || !store.may('delete')}
          onPress={() => void remove()}
        />
      ) : null}
      {isLeaving ? (
        <Deactivate store={store} person={person} onRestore={restore} onClose={() => setLeaving(false)} />
      ) : null}
    </>
  )
})

interface DeactivateProps extends Props {
  onRestore(): Promise<void>
  onClose(): void
}

const Deactivate = observer(function Deactivate({ store, person, onRestore, onClose }: DeactivateProps) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [links, setLinks] = useState<'keep' | 'close'>(person.links_of_leavers)
  const { fault, isBusy } = store.sending
  const { name } = person

  async function deactivate() {
    if (!(await store.sendDeactivation(links))) return
    onClose()
    feedback.toast(
      { text: t('admin.person.deactivated', { name }) },
      { label: { text: t('admin.action.undo') }, run: () => void onRestore() },
    )
  }

  return (
    <Window
      title={t('admin.person.deactivateTitle', { name })}
      onClose={() => {
        store.sending.clear()
        onClose()
      }}
      submit={{ label: t('admin.person.deactivate'), isDanger: true, isBusy, run: () => void deactivate() }}
      fault={fault ? wordMessage(fault.message, t) : undefined}
    >
      <p className="window-text">{t('admin.person.deactivateText')}</p>
      <Choice
        label={t('admin.person.deactivateLinks', { name })}
        value={links}
        options={[
          { key: 'keep', label: t('admin.person.linksKeep') },
          { key: 'close', label: t('admin.person.linksClose') },
        ]}
        onChoose={(key: 'keep' | 'close') => setLinks(key)}
      />
    </Window>
  )
})
