import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { OverseenFileRequest } from '@/contract/fileRequests'
import { fileRequestStateOf } from '@/domain/fileRequests/state'
import { linkAddress } from '@/domain/shares/linkState'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordDue, wordProgress } from '@/screens/fileRequests/wordFileRequest'
import type { SharingStore } from '@/stores/administration/SharingStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Fact } from '../controls/Marks'
import { useCopy } from '../controls/useCopy'
import { useMoment } from '../controls/useMoment'
import { Pane } from '../frame/Pane'
import { CollectingMark } from './marks'
import { useLinkActs } from './useLinkActs'

interface Props {
  link: OverseenFileRequest
  store: SharingStore
  words: Words<'collect'>
  onStep(by: 1 | -1): void
}

/** One collecting link. What people handed in stays with the person who collects. */
export const CollectingPane = observer(function CollectingPane({ link, store, words, onStep }: Props) {
  const app = useApp()
  const { address, mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const copy = useCopy()
  const acts = useLinkActs(store)
  const state = fileRequestStateOf(link, app.now() / 1000)

  return (
    <Pane
      label={t('admin.sharing.collectingPane', { name: link.title })}
      title={link.title}
      text={link.owner.name}
      onClose={() => address.choose(null)}
      onStep={onStep}
    >
      <dl className="facts">
        <Fact name={t('admin.sharing.columns.state')}>
          <CollectingMark state={state} words={words} />
        </Fact>
        <Fact
          name={t('admin.sharing.columns.collector')}
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
        <Fact name={t('admin.sharing.columns.folder')}>{link.folder?.name ?? t('admin.nobody')}</Fact>
        <Fact name={t('admin.sharing.columns.due')}>{wordDue(app, link, words)}</Fact>
        <Fact name={t('admin.sharing.columns.done')}>{wordProgress(link, words)}</Fact>
        <Fact name={t('admin.sharing.facts.files')}>{words('collect.files', { n: link.file_count })}</Fact>
        {link.text ? <Fact name={t('admin.sharing.facts.text')}>{link.text}</Fact> : null}
        <Fact name={t('admin.sharing.facts.created')}>{moment(link.created)}</Fact>
      </dl>
      <div className="pane-acts">
        <Btn
          tone="weak"
          icon="copy"
          label={t('admin.sharing.copy')}
          onPress={() => void copy(linkAddress(link, app.sessionContext.baseUrl))}
        />
        {mayGovern && state === 'closed' ? (
          <Btn tone="weak" label={t('admin.sharing.reopen')} onPress={() => void acts.reopenCollecting(link.id)} />
        ) : null}
        {mayGovern && state !== 'closed' ? (
          <Btn
            tone="weak"
            icon="lock"
            label={t('admin.sharing.close')}
            onPress={() => void acts.closeCollecting(link.id)}
          />
        ) : null}
      </div>
      <p className="quiet">{t('admin.sharing.readOnly')}</p>
    </Pane>
  )
})
