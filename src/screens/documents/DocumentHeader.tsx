import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { DocumentPerson } from '@/contract/documents'
import type { Item } from '@/contract/entities'
import { whyNotShare } from '@/domain/items/sharing'
import { avatarInitial } from '@/domain/text/avatar'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'
import type { DocumentStore } from '@/stores/documents/DocumentStore'
import { useSettled } from './useSettled'

interface Props {
  store: DocumentStore
  /** The file, for its menu; null for a guest, and while unknown. */
  item: Item | null
  overlays: OverlayStore
  /** Whether the user may see earlier versions. */
  hasHistory: boolean
  /** Absent where no page of the app is below. */
  onBack?(): void
}

/** Value of the flag `tab` for the history. */
export const HISTORY_TAB = 'history'

/** At most so many people are drawn. */
const DRAWN = 3

/** The name of a document, whether it is saved, and who else is there. */
export const DocumentHeader = observer(function DocumentHeader({ store, item, overlays, hasHistory, onBack }: Props) {
  const app = useApp()
  const t = useWords<'document'>()
  const { people, ending } = store
  const isSettled = useSettled(store)
  return (
    <View className="header">
      <View className="header-bar document-bar">
        {onBack ? <IconButton icon="chevron-left" label={t('action.back')} onPress={onBack} /> : null}
        <View className={onBack ? 'header-title' : 'header-title header-title-first'}>
          <div className="document-title">
            <h1 className="header-text document-name">{titleOf(store) || t('document.opening')}</h1>
            {!ending && (
              <div className="document-state" role="status">
                {stateOf(store, isSettled, t)}
                {people.length > 0 && ` · ${t('document.people.count', { n: people.length + 1 })}`}
              </div>
            )}
          </div>
        </View>
        {people.length > 0 && <People people={people} />}
        {hasHistory && (
          <IconButton
            icon="history"
            label={t('document.history.title')}
            onPress={() => overlays.show('tab', HISTORY_TAB)}
          />
        )}
        {item && (
          <>
            <IconButton
              icon="share-2"
              label={t('menu.share')}
              disabled={whyNotShare(abilitySubject(app, item)) !== null}
              onPress={() => share(item)}
            />
            <IconButton
              icon="ellipsis"
              label={t('action.more')}
              onPress={() => overlays.show('actionsheet', item.typed_id)}
            />
          </>
        )}
      </View>
    </View>
  )

  /** Disabled, not hidden, where sharing is not allowed (ACT-12); a press explains why. */
  function share(shared: Item) {
    const reason = whyNotShare(abilitySubject(app, shared))
    if (reason) app.feedback.toast(refusalOf(reason, shared))
    else void app.platform.navigate.push({ page: 'share', typedId: shared.typed_id })
  }
})

function People({ people }: { people: readonly DocumentPerson[] }) {
  const t = useWords<'document'>()
  const names = people.map(({ name }) => name).join('、')
  return (
    <div className="document-people" role="img" aria-label={t('document.people.names', { names })}>
      {people.slice(0, DRAWN).map(({ id, name, color }) => (
        <div key={id} className="document-person" style={{ backgroundColor: color }} aria-hidden>
          {avatarInitial(name)}
        </div>
      ))}
      {people.length > DRAWN && <div className="document-person document-more">+{people.length - DRAWN}</div>}
    </div>
  )
}

/** The name without the extension. */
export function titleOf({ name }: DocumentStore): string {
  return name.replace(/\.(ydoc|yxls)$/i, '')
}

function stateOf(store: DocumentStore, isSettled: boolean, t: Words<'document'>): string {
  const { isConnected, isLoaded, role, waitingFor } = store
  if (!isConnected && waitingFor !== null)
    return t(waitingFor === 'document_busy' ? 'document.state.busy' : 'document.state.full')
  if (!isLoaded) return t('document.state.connecting')
  if (!isConnected) return t(role === 'write' ? 'document.state.offline' : 'document.state.cut')
  if (role === 'read') return t('document.state.reading')
  return t(isSettled ? 'document.state.saved' : 'document.state.saving')
}
