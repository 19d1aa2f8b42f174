import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, type ReactNode } from 'react'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Icon } from '@/components/ui/Icon'
import '@/components/rows/Row.scss'
import { PageFoot } from '@/components/frame/PageFoot'
import { SearchBar } from '@/components/fields/SearchBar'
import { Skeleton } from '@/components/ui/Skeleton'
import { Tile } from '@/components/ui/Tile'
import { VirtualList, type RowPlace } from '@/components/lists/VirtualList'
import { WordsContext, useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import type { LinkWithAccess } from '@/contract/members'
import { dateParts } from '@/domain/format/time'
import { tileOf } from '@/domain/items/tiles'
import { NEVER_EXPIRES } from '@/domain/limits'
import { needLazyWords } from '@/i18n/lazy/load'
import { loadMembersWords } from '@/i18n/members/load'
import { wordMoment } from '@/i18n/moment'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { AskAccess } from '@/screens/app/AskAccess'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useDisposable } from '@/screens/app/useDisposable'
import { useFresh } from '@/screens/app/useFresh'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { WantedItem } from '@/stores/app/askForAccess'
import { AccessList, type PersonRow } from '@/stores/members/AccessList'
import type { AppServices } from '@/stores/app/AppServices'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { Described, Texts } from './MemberRows'
import { PeopleSearchPanel } from './PeopleSearchPanel'
import { marksOf, wordAccessSource } from './wordMember'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'
import '../contacts/contacts.scss'
import './members.scss'

interface Props {
  typedId: string
  overlays: OverlayStore
  onClose(): void
}

/** The number of people above which the list has a search bar; a phone does not show that many at once. */
const SEARCHED_FROM = 8

/** All people and links that reach an item, with their role and access path (AH-45). */
export const AccessPanel = observer(function AccessPanel({ typedId, overlays, onClose }: Props) {
  const app = useApp()
  const t = usePackageWords(loadMembersWords)
  const { api, feedback, platform } = app
  const listOf = (words?: string) => new AccessList({ api, feedback, clock: platform.clock }, typedId, words)
  const list = useDisposable(() => listOf())
  useEffect(needLazyWords, [])
  useFresh(list)
  const ref = useModal(onClose)
  return (
    <WordsContext.Provider value={t}>
      <View ref={ref} className="members" role="dialog" aria-modal aria-label={t('access.title')}>
        <Header title={t('access.title')} onBack={onClose} />
        {list.count > SEARCHED_FROM && (
          <SearchBar search={{ placeholder: t('access.search'), onOpen: () => overlays.show('contactsearch') }} />
        )}
        <View className="contacts-levels">
          <Body list={list} top={<Above list={list} />} />
        </View>
        {overlays.valueFor('contactsearch') && (
          <PeopleSearchPanel
            label={t('access.search')}
            overlays={overlays}
            find={listOf}
            renderList={(found, nobody) =>
              found.phase === 'ready' && found.count === 0 ? nobody : <Body list={found} />
            }
          />
        )}
      </View>
    </WordsContext.Provider>
  )
})

const Body = observer(function Body({ list, top }: { list: AccessList; top?: ReactNode }) {
  const app = useApp()
  const t = useWords<'members'>()
  const { pages, phase } = list
  if (phase === 'loading') return <Skeleton />
  if (phase === 'gone')
    return (
      <Empty icon="eye" title={t('access.gone.title')} text={t('access.gone.text')}>
        <AskAccess wanted={{ item_typed_id: list.typedId as WantedItem['item_typed_id'] }} />
      </Empty>
    )
  if (phase === 'failed') return <LoadFailed error={pages.error} onRetry={() => void pages.retry()} />
  return (
    <VirtualList
      rows={list.people}
      total={list.count}
      label={t('access.list')}
      inOrder={app.platform.name === 'h5'}
      isOnlyRead
      onNearEnd={() => list.nearEnd()}
      top={top}
      renderRow={(person, place) => <Person person={person} place={place} />}
      bottom={<PageFoot pages={pages} />}
    />
  )
})

/** The item, its links, and the heading of the people below. */
const Above = observer(function Above({ list }: { list: AccessList }) {
  const app = useApp()
  const t = useWords<'members'>()
  const { item, links, count } = list
  const counts = [
    t('access.people', { n: count }),
    ...(links.length > 0 ? [t('access.links', { n: links.length })] : []),
  ]
  // The notes name what the list omits, so that nobody thinks that the list is complete.
  const notes = [
    list.hasMoreLinks ? t('access.moreLinks') : '',
    list.item && !list.areLinksComplete ? t('access.ownLinks') : '',
  ].filter(Boolean)
  return (
    <>
      {item && (
        <View className="access-item">
          <Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />
          <Texts name={item.name} marks={[]} detail={counts.join(' · ')} />
        </View>
      )}
      {(links.length > 0 || notes.length > 0) && (
        <>
          <View className="access-heading">{t('access.sectionLinks')}</View>
          {links.length > 0 && (
            <View role="list" aria-label={t('access.sectionLinks')}>
              {links.map((link) => (
                <Link key={link.id} link={link} />
              ))}
            </View>
          )}
          {notes.map((note) => (
            <View key={note} className="member-note">
              {note}
            </View>
          ))}
        </>
      )}
      <View className="access-heading">{t('access.sectionPeople')}</View>
    </>
  )
})

/** A row for one link. A tap opens the link's details if the link is the user's own. */
const Link = observer(function Link({ link }: { link: LinkWithAccess }) {
  const { platform, sessionContext } = useApp()
  const app = useApp()
  const t = useWords<'members'>()
  const isOwn = link.owner.id === sessionContext.user?.id
  return (
    <View className="access-row" role="listitem">
      <View
        className="access-open"
        onClick={isOwn ? () => void platform.navigate.push({ page: 'shares', id: link.id }) : undefined}
      >
        <View className="avatar access-link" aria-hidden>
          <Icon name="link" size={18} />
        </View>
        <Texts
          name={t(`access.link.${link.access}`)}
          marks={link.access === 'public' ? [t('access.anybody')] : []}
          detail={detailOf(app, link, t)}
        />
        {isOwn && <Icon name="chevron-right" size={18} />}
      </View>
    </View>
  )
})

function detailOf({ platform: { clock } }: AppServices, link: LinkWithAccess, t: Words<'members'>): string {
  const date = (seconds: number) => wordMoment(dateParts(seconds, clock.now() / 1000, clock.zone()), t)
  return [
    link.is_inherited && link.place ? t('access.above', { folder: link.place.name }) : '',
    link.receiver_count > 0 ? t('access.receivers', { n: link.receiver_count }) : '',
    link.may_download ? '' : t('access.previewOnly'),
    link.password_protected ? t('access.password') : '',
    link.due_time === NEVER_EXPIRES ? t('access.forever') : t('access.until', { date: date(link.due_time) }),
    t('access.madeBy', { name: link.owner.name }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A person with their effective role and all access paths, the deciding one first. */
const Person = observer(function Person({ person, place }: { person: PersonRow; place: RowPlace }) {
  const t = useWords<'members'>()
  const { user, ways } = person
  const words = ways.map(({ way, group, place: from, is_inherited: isInherited }) =>
    [
      group && way !== 'user' ? t('access.named', { name: group.name }) : '',
      wordAccessSource(way, isInherited, from, t),
    ]
      .filter(Boolean)
      .join(' '),
  )
  return (
    <View
      className="row row-placed member-row"
      style={{ top: `${place.top}px` }}
      role={place.position === undefined ? undefined : 'listitem'}
      aria-posinset={place.position}
      aria-setsize={place.total}
    >
      <View className="member-open">
        <ContactPicture contact={user} />
        <Described
          name={user.name}
          marks={marksOf(user, person.current_user, t)}
          detail={words.join('；')}
          role={t(`role.${person.final_role}`)}
        />
      </View>
    </View>
  )
})
