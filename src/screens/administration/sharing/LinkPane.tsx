import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { canClose, canReopen, linkAddress, stateOf } from '@/domain/shares/linkState'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { linkTile, nameOf, wordExpiry } from '@/screens/shares/links/wordLink'
import { Answer } from '@/stores/administration/Answer'
import type { SharingStore } from '@/stores/administration/SharingStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Fact } from '../controls/Marks'
import { useCopy } from '../controls/useCopy'
import { useMoment } from '../controls/useMoment'
import { Pane } from '../frame/Pane'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { LinkMark } from './marks'
import { useLinkActs } from './useLinkActs'

interface Props {
  id: number
  store: SharingStore
  words: Words<'links'>
  onStep(by: 1 | -1): void
}

/** One share link: its settings and use. An owner closes it, reopens it, or decides about it. */
export const LinkPane = observer(function LinkPane({ id, store, words, onStep }: Props) {
  const app = useApp()
  const { address, mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const [info] = useState(() => new Answer<ShareLink>())
  const load = () =>
    void info.take(
      app.api
        .call('GET /apps/share_links/get', { share_link_id: id }, { quiet: true })
        .then(({ share_link: link }) => link),
    )
  // When the pane opens and after each act on links; the function is new on every render.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(load, [store.changes])
  const link = info.value
  const isOwn = link?.owner.id === app.session.user?.id
  const hasActs = link && (mayGovern || isOwn) && (link.may_approve || canReopen(link, isOwn) || canClose(link, isOwn))
  const name = link ? nameOf(link, words) : ''
  return (
    <Pane
      label={t('admin.sharing.pane', { name })}
      picture={link ? <Tile {...linkTile(link)} /> : null}
      title={name}
      text={link ? link.owner.name : undefined}
      onClose={() => address.choose(null)}
      onStep={onStep}
      foot={hasActs ? <LinkFoot link={link} isOwn={isOwn} store={store} /> : undefined}
    >
      {info.phase === 'failed' ? <NotLoaded answer={info} onRetry={load} /> : null}
      {info.phase === 'loading' && !link ? <Waiting /> : null}
      {info.phase !== 'failed' && link ? <LinkFacts link={link} words={words} /> : null}
    </Pane>
  )
})

const LinkFacts = observer(function LinkFacts({ link, words }: { link: ShareLink; words: Words<'links'> }) {
  const app = useApp()
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const copy = useCopy()
  const closed = link.closed_by_administrator ?? link.closed
  const { receivers, receiver_count: count } = link

  return (
    <>
      <dl className="facts">
        <Fact name={t('admin.sharing.columns.state')}>
          <LinkMark state={stateOf(link, app.now() / 1000)} words={words} />
        </Fact>
        <Fact
          name={t('admin.sharing.facts.by')}
          action={
            <Btn
              tone="quiet"
              label={t('admin.people.open', { name: link.owner.name })}
              onPress={() => address.open('people', { id: link.owner.id })}
            />
          }
        >
          {link.owner.name}
        </Fact>
        <Fact name={t('admin.sharing.columns.access')}>{words(`links.access.${link.access}`)}</Fact>
        {count > 0 ? (
          <Fact name={t('admin.sharing.facts.receivers')}>
            {[
              ...receivers.map((one) => one.name),
              ...(count > receivers.length ? [t('admin.sharing.more', { n: count - receivers.length })] : []),
            ].join(', ')}
          </Fact>
        ) : null}
        <Fact name={t('admin.sharing.columns.password')}>
          {t(link.password_protected ? 'admin.sharing.yes' : 'admin.sharing.no')}
        </Fact>
        <Fact name={t('admin.sharing.columns.expiry')}>{wordExpiry(app, link.due_time, words)}</Fact>
        <Fact name={t('admin.sharing.facts.download')}>
          {t(link.disable_download ? 'admin.sharing.facts.downloadNo' : 'admin.sharing.facts.downloadYes')}
        </Fact>
        <Fact name={t('admin.sharing.columns.visits')}>
          {t('admin.sharing.visits', { n: link.visit_count, people: link.visitor_count })}
        </Fact>
        <Fact name={t('admin.sharing.facts.limits')}>
          <span className="fact-line">
            {link.preview_limit === null
              ? t('admin.sharing.facts.previews', { n: link.preview_count })
              : t('admin.sharing.facts.previewsOf', { n: link.preview_count, max: link.preview_limit })}
          </span>
          <span className="fact-line">
            {link.download_limit_v2 === null
              ? t('admin.sharing.facts.downloads', { n: link.download_count })
              : t('admin.sharing.facts.downloadsOf', { n: link.download_count, max: link.download_limit_v2 })}
          </span>
        </Fact>
        {link.watermark_customize_content ? (
          <Fact name={t('admin.sharing.facts.watermark')}>{link.watermark_customize_content}</Fact>
        ) : null}
        {link.description ? <Fact name={t('admin.sharing.facts.description')}>{link.description}</Fact> : null}
        <Fact name={t('admin.sharing.facts.created')}>{moment(link.created)}</Fact>
        {closed === null ? null : <Fact name={t('admin.sharing.facts.closed')}>{moment(closed)}</Fact>}
        <Fact name={t('admin.sharing.facts.number')}>{link.serial_number}</Fact>
      </dl>
      <div className="pane-acts">
        <Btn
          tone="weak"
          icon="eye"
          label={t('admin.sharing.openLink')}
          onPress={() => void app.platform.navigate.push({ page: 'visit', uniqueName: link.unique_name })}
        />
        <Btn
          tone="weak"
          icon="copy"
          label={t('admin.sharing.copy')}
          onPress={() => void copy(linkAddress(link, app.sessionContext.baseUrl))}
        />
        <Btn
          tone="weak"
          icon="user"
          label={t('admin.sharing.all')}
          onPress={() => address.open('sharing', { query: { owner: String(link.owner.id) } })}
        />
      </div>
    </>
  )
})

interface FootProps {
  link: ShareLink
  isOwn: boolean
  store: SharingStore
}

function LinkFoot({ link, isOwn, store }: FootProps) {
  const t = useWords<'admin'>()
  const acts = useLinkActs(store)
  return (
    <>
      {link.may_approve ? (
        <>
          <Btn tone="primary" label={t('admin.sharing.approve')} onPress={() => void acts.approve([link.id])} />
          <Btn label={t('admin.sharing.refuse')} onPress={() => void acts.refuse([link.id])} />
        </>
      ) : null}
      {canReopen(link, isOwn) ? (
        <Btn icon="undo-2" label={t('admin.sharing.reopen')} onPress={() => void acts.reopen(link.id)} />
      ) : null}
      {canClose(link, isOwn) ? (
        <Btn tone="danger" label={t('admin.sharing.close')} onPress={() => void acts.close([link.id])} />
      ) : null}
    </>
  )
}
