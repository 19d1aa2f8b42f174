import { useWords } from '@/components/ui/context'
import type { PersonRow } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import type { PeopleStore } from '@/stores/administration/PeopleStore'
import { Btn } from '../controls/Btn'

interface Props {
  store: PeopleStore
  people: readonly PersonRow[]
  onDone(): void
}

/** Acts on the selected people. Deactivating can be undone. */
export function BulkBar({ store, people, onDone }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const ids = people.map(({ id }) => id)
  const n = ids.length
  const isGone = people.every(({ state }) => state === 'deactivated' || state === 'deleted')

  async function deactivate() {
    const words = {
      title: { text: t('admin.people.bulk.deactivateTitle', { n }) },
      confirm: { text: t('admin.people.bulk.deactivate') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.people.bulk.deactivateText') }, words))) return
    if (!(await store.act('deactivate', ids))) return
    onDone()
    feedback.toast(
      { text: t('admin.people.bulk.deactivated', { n }) },
      { label: { text: t('admin.action.undo') }, run: () => void store.act('restore', ids) },
    )
  }

  async function restore() {
    if (!(await store.act('restore', ids))) return
    onDone()
    feedback.toast({ text: t('admin.people.bulk.restored', { n }) })
  }

  async function end() {
    const words = {
      title: { text: t('admin.people.bulk.endTitle', { n }) },
      confirm: { text: t('admin.people.bulk.endSessions') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.people.bulk.endText') }, words))) return
    if (!(await store.act('end_sessions', ids))) return
    onDone()
    feedback.toast({ text: t('admin.people.bulk.ended', { n }) })
  }

  return (
    <div className="bulk">
      <span role="status">{t('admin.people.selected', { n })}</span>
      {isGone ? (
        <Btn icon="undo-2" label={t('admin.people.bulk.restore')} onPress={() => void restore()} />
      ) : (
        <>
          <Btn icon="log-out" label={t('admin.people.bulk.endSessions')} onPress={() => void end()} />
          <Btn icon="lock" label={t('admin.people.bulk.deactivate')} onPress={() => void deactivate()} />
        </>
      )}
      <Btn tone="quiet" label={t('admin.people.unselect')} onPress={onDone} />
    </div>
  )
}
