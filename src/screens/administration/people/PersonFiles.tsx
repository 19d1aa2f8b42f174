import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { PersonDetail } from '@/contract/administration/people'
import { useApp } from '@/screens/app/AppContext'
import type { Query } from '@/stores/administration/AddressStore'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Fact, size } from '../controls/Marks'
import { useMoment } from '../controls/useMoment'

/** What a person owns, and what was handed over. */
export const PersonFiles = observer(function PersonFiles({
  store,
  person: { id, belongings, handovers },
}: {
  store: PersonStore
  person: PersonDetail
}) {
  const { feedback } = useApp()
  const { address, places } = useConsole()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const { items, bytes, shared_folders: folders, links, collecting_links: collecting } = belongings

  async function undo(id: number) {
    if (await store.undoHandover(id)) feedback.toast({ text: t('admin.person.handover.undone') })
  }

  /** Leads to the person's links in the place Sharing. */
  function listOf(count: number, query: Query) {
    if (count === 0 || !places.includes('sharing')) return null
    return (
      <Btn
        tone="quiet"
        label={t('admin.person.list')}
        onPress={() => address.open('sharing', { query: { ...query, owner: String(id) } })}
      />
    )
  }

  return (
    <>
      <dl className="facts">
        <Fact name={t('admin.person.items')}>{t('admin.person.itemsText', { n: items, size: size(bytes) })}</Fact>
        <Fact name={t('admin.person.sharedFolders')}>{folders}</Fact>
        <Fact name={t('admin.person.links')} action={listOf(links, {})}>
          {links}
        </Fact>
        <Fact name={t('admin.person.collecting')} action={listOf(collecting, { view: 'collecting' })}>
          {collecting}
        </Fact>
      </dl>
      {handovers.length > 0 ? <h3>{t('admin.person.handover.list')}</h3> : null}
      {handovers.map((handover) => (
        <div key={handover.id} className="handover">
          <div>
            {handover.files_to ? <p>{t('admin.person.handover.filesTo', { name: handover.files_to.name })}</p> : null}
            {handover.shares_to ? (
              <p>{t('admin.person.handover.sharesTo', { name: handover.shares_to.name })}</p>
            ) : null}
            <small>{t('admin.person.handover.by', { time: moment(handover.at), name: handover.by })}</small>
            <small>{t('admin.person.handover.until', { time: moment(handover.undo_until) })}</small>
          </div>
          {store.may('undo_hand_over') ? (
            <Btn
              tone="weak"
              icon="undo-2"
              label={t('admin.person.handover.undo')}
              onPress={() => void undo(handover.id)}
            />
          ) : null}
        </div>
      ))}
    </>
  )
})
