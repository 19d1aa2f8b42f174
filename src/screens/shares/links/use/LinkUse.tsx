import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { Facts } from '@/components/rows/Facts'
import { PageFoot } from '@/components/frame/PageFoot'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import { stateOf } from '@/domain/shares/linkState'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import type { AppServices } from '@/stores/app/AppServices'
import type { LinkDetails } from '@/stores/shares/LinkDetails'
import { DayChart } from './DayChart'
import { LinkGroups } from '../LinkGroups'
import { LinkNumbers } from './LinkNumbers'
import { LinkState } from '../LinkState'
import { VisitRow } from './VisitRow'
import { isOwn, nameOf, wordExpiry, wordUse, linkTile } from '../wordLink'

/** It may contain nothing to press, so a keyboard scrolls it itself. */
const forKeyboard = { tabIndex: 0 }

/** One link: settings in a line, counts, the last 30 days, visits. */
export const LinkUse = observer(function LinkUse({ details, link }: { details: LinkDetails; link: ShareLink }) {
  const app = useApp()
  const t = useWords<'links'>()
  const { visitGroups, visits, visitsByDay } = details
  const { held, phase } = visits
  return (
    <ScrollView
      className="links-use"
      scrollY
      lowerThreshold={MESSAGE_LOAD_MORE_DISTANCE}
      onScrollToLower={() => details.nearEnd()}
      {...forKeyboard}
    >
      <View className="links-card">
        <SheetHead picture={<Tile {...linkTile(link)} />} title={nameOf(link, t)} text={wordSettings(app, link, t)} />
        {stateOf(link, app.now() / 1000) === 'open' ? null : (
          <View className="links-now">
            <LinkState link={link} />
            <View className="links-facts">
              <Facts text={wordUse(app, link, t)} />
            </View>
          </View>
        )}
      </View>
      <View className="links-card links-counts">
        <LinkNumbers link={link} />
        <DayChart counts={visitsByDay} />
      </View>
      <LinkGroups details={details} />
      <View className="links-heading" role="heading" aria-level={2}>
        {t('links.recent')}
      </View>
      {phase === 'ready' && held.rows.length === 0 ? <View className="links-nobody">{t('links.nobody')}</View> : null}
      <View role={visitGroups.length > 0 ? 'list' : undefined} aria-busy={phase === 'loading'}>
        {visitGroups.map((visit) => (
          <VisitRow key={visit.id} visit={visit} isOfMany={link.item.type === 'folder' || link.item.item_count > 1} />
        ))}
      </View>
      <PageFoot pages={visits} height={72} />
    </ScrollView>
  )
})

/** The settings of the link in words: its visitors, their rights, and its expiry. */
function wordSettings(app: AppServices, link: ShareLink, t: Words<'links'>): string {
  const { access, item, password, password_protected: isProtected } = link
  return [
    isOwn(app, link) ? '' : t('links.by', { name: link.owner.name }),
    t(`links.access.${access}`),
    access === 'collaborators' ? wordReceivers(link, t) : '',
    password ? t('links.password', { password }) : isProtected ? t('links.hasPassword') : '',
    link.disable_download ? t('links.previewOnly') : '',
    item.pinned_version === null ? '' : t('links.pinned', { n: item.pinned_version }),
    wordExpiry(app, link.due_time, t),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** names listed before the rest becomes a number */
const NAMES_TOLD = 3

function wordReceivers({ receivers, receiver_count: n }: ShareLink, t: Words<'links'>): string {
  if (receivers.length === 0) return ''
  const names = receivers
    .slice(0, NAMES_TOLD)
    .map(({ name }) => name)
    .join(t('links.and'))
  return receivers.length > NAMES_TOLD ? t('links.receiversMore', { names, n }) : t('links.receivers', { names })
}
