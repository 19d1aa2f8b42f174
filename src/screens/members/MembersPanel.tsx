import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { SearchBar } from '@/components/fields/SearchBar'
import { Tabs } from '@/components/fields/Tabs'
import { WordsContext } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { loadMembersWords } from '@/i18n/members/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { AskAccess } from '@/screens/app/AskAccess'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { MemberActions } from '@/stores/members/MemberActions'
import { MemberList } from '@/stores/members/MemberList'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { InvitePanel } from './InvitePanel'
import { MemberPanel } from './MemberPanel'
import { MemberRows } from './MemberRows'
import { PeopleSearchPanel } from './PeopleSearchPanel'
import { useLiveStore } from '@/screens/page/usePage'
import '@/theme/lazyIcons.scss'
import '../contacts/contacts.scss'
import './members.scss'

interface Props {
  folderId: number
  /** The folder's name where it was opened; '' where unknown. */
  name: string
  overlays: OverlayStore
  onFiles(): void
  /** Leaves the folder for the list that contains it. */
  onLeave(): void
}

/** The members of a folder (LIST-08): people, roles, and inviting others. */
export const MembersPanel = observer(function MembersPanel({ folderId, name, overlays, onFiles, onLeave }: Props) {
  const app = useApp()
  const t = usePackageWords(loadMembersWords)
  const { api, feedback, platform, session } = app
  const listOf = (words?: string) => new MemberList({ api, feedback, clock: platform.clock }, folderId, words)
  const list = useDisposable(() => listOf())
  const [actions] = useState(() => new MemberActions(app, list))
  const isIn = session.phase === 'signedIn'
  useEffect(needLazyWords, [])
  useEffect(() => {
    if (isIn) void list.open()
  }, [isIn, list])
  useLiveMembers(list)
  const ref = useModal(onFiles)
  const title = list.folder?.department?.name ?? list.folder?.name ?? name
  const [count, key] = [list.count, overlays.valueFor('collabRolesDetail')]
  const invite = () => overlays.show('invite')
  const gone = (
    <Empty icon="users" title={t('members.gone.title')} text={t('members.gone.text')}>
      <AskAccess wanted={{ item_typed_id: `folder_${folderId}` }} />
    </Empty>
  )
  const open = (member: string) => overlays.show('collabRolesDetail', member)
  return (
    <WordsContext.Provider value={t}>
      <View ref={ref} className="members" role="dialog" aria-modal aria-label={t('members.title')}>
        <Header title={title} onBack={onFiles} />
        <Tabs
          label={title}
          chosen="members"
          tabs={[
            { value: 'files', label: t('tabs.files') },
            { value: 'members', label: count > 0 ? t('tabs.counted', { n: count }) : t('tabs.members') },
          ]}
          onChoose={onFiles}
        />
        <SearchBar search={{ placeholder: t('members.search'), onOpen: () => overlays.show('contactsearch') }} />
        <View className="contacts-levels">
          <MemberRows
            list={list}
            onOpen={open}
            empty={<Empty icon="users" title={t('members.none.title')} text={t('members.none.text')} />}
            gone={gone}
          />
        </View>
        {list.mayInvite && (
          <View className="members-foot">
            <Button label={t('members.invite')} onPress={invite} />
          </View>
        )}
        {overlays.valueFor('contactsearch') && !overlays.valueFor('contactselect') && (
          <PeopleSearchPanel
            label={t('members.search')}
            overlays={overlays}
            find={listOf}
            renderList={(found, nobody) => <MemberRows list={found} onOpen={open} empty={nobody} gone={gone} />}
          />
        )}
        {key && (
          <MemberPanel key={key} entry={key} list={list} actions={actions} overlays={overlays} onLeave={onLeave} />
        )}
        {overlays.valueFor('invite') && list.phase === 'ready' && (
          <InvitePanel list={list} overlays={overlays} onInvited={() => void list.again()} />
        )}
      </View>
    </WordsContext.Provider>
  )
})

/** Updates the topmost members when others change them (AH-20). */
export function useLiveMembers(list: MemberList): void {
  const live = useLiveStore()
  const isThere = list.phase !== 'loading'
  useEffect(() => (isThere ? live?.keep(list) : undefined), [isThere, live, list])
}
