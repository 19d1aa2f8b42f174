import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/Button'
import { TextButton } from '@/components/TextButton'
import { useWords } from '@/components/context'
import type { Item, PathEntry } from '@/contract/entities'
import { abilities } from '@/domain/items/abilities'
import { maySave } from '@/domain/sharing/landing'
import { useApp } from '@/screens/AppContext'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'
import type { AppStore } from '@/stores/shell/AppStore'
import { download } from '@/stores/transfer/download'
import type { VisitStore } from '@/stores/visit/VisitStore'
import { openApp } from './openApp'
import type { VisitProps } from './VisitProps'

/** Downloading and saving all that a screen shows (LAND-06). */
export const VisitFooter = observer(function VisitFooter({ store, overlays, item }: VisitProps & { item: Item }) {
  const app = useApp()
  const t = useWords<'visit'>()
  const onDownload = downloaderOf(app, store, item)
  const onSave = mayBeSaved(app, store, item) ? () => overlays.show('sharesave', item.typed_id) : undefined
  const links = linksOf()
  const saved = store.process?.saved_folder
  if (!onDownload && !onSave && !saved && links.length === 0) return null
  return (
    <>
      {saved ? (
        <View className="visit-saved">
          <View className="visit-saved-text">
            {t('visit.save.done', { name: isOwnRoot(saved) ? t('space.own') : saved.name })}
          </View>
          <TextButton label={t('visit.save.view')} onPress={() => openFolder(app, saved)} />
        </View>
      ) : null}
      {onDownload || onSave ? <View className="visit-buttons">{buttons()}</View> : null}
      {links.length > 0 ? (
        <View className="visit-links">
          {links.map((link) => (
            <TextButton key={link.label} tone="plain" {...link} />
          ))}
        </View>
      ) : null}
    </>
  )

  function buttons() {
    return (
      <>
        {onDownload ? (
          <Button
            tone={onSave ? 'weak' : 'primary'}
            label={t(item.type === 'file' ? 'visit.download' : 'visit.downloadAll')}
            onPress={onDownload}
          />
        ) : null}
        {onSave ? <Button label={t('visit.save.action')} onPress={onSave} /> : null}
      </>
    )
  }

  function linksOf() {
    const { around, process } = store
    const { appUrl } = around
    const mayReport = around.takesReports && process?.share_link.is_owner === false
    return [
      ...(mayReport ? [{ label: t('visit.report.title'), onPress: () => overlays.show('report') }] : []),
      ...(appUrl && openApp ? [{ label: t('visit.openInApp'), onPress: () => openApp?.(appUrl) }] : []),
    ]
  }
})

/** What downloads an item, or says why it cannot; undefined where that is not offered (LAND-06, decisions 12). */
export function downloaderOf(app: AppStore, store: VisitStore, item: Item): (() => void) | undefined {
  const answer = abilities.download(abilitySubject(app, item))
  if (answer === 'hidden') return undefined
  if (answer !== 'yes') return () => app.feedback.toast(refusalOf(answer.no, item))
  return () => void download(app, item).then(() => store.refresh())
}

/** Whether an item is offered for saving: the link allows it, and the item may be downloaded (2§5). */
export function mayBeSaved(app: AppStore, { process }: VisitStore, item: Item): boolean {
  return process !== null && maySave(process) && abilities.save(abilitySubject(app, item)) === 'yes'
}

function isOwnRoot({ typed_id: typedId }: PathEntry): boolean {
  return typedId === 'folder_0'
}

/** Where it was saved. */
function openFolder({ platform: { navigate } }: AppStore, folder: PathEntry) {
  const [kind, id] = folder.typed_id.split('_')
  if (isOwnRoot(folder)) void navigate.push({ page: 'files', space: 'own' })
  else void navigate.push({ page: 'files', space: kind === 'department' ? 'dept' : 'folder', id })
}
