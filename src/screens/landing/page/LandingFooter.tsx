import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { placeOfEntry } from '@/screens/items/places/placeOfEntry'
import { openApp } from '../messenger/landingPhone'
import { albumSaverOf, downloaderOf, mayBeSaved } from '../list/visitorActions'
import type { FooterProps } from './landingProps'

/** Downloads and saves all contents of a screen (LAND-06). */
export default observer(function VisitFooter({ store, overlays, item, isInside = false }: FooterProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  const onDownload = downloaderOf(app, store, item)
  const onAlbum = albumSaverOf(app, overlays, item)
  const onSave = !isInside && mayBeSaved(app, store, item) ? () => overlays.show('sharesave', item.typed_id) : undefined
  const links = linksOf()
  const saved = store.process?.saved_folder
  if (!onDownload && !onAlbum && !onSave && !saved && links.length === 0) return null
  return (
    <View className="screen-footer">
      {saved ? (
        <View className="visit-saved">
          <View className="visit-saved-text" role="status">
            {t('visit.save.done', { name: saved.typed_id === 'folder_0' ? t('space.own') : saved.name })}
          </View>
          <TextButton
            label={t('visit.save.view')}
            onPress={() => void app.platform.navigate.push(placeOfEntry(saved))}
          />
        </View>
      ) : null}
      {onDownload || onAlbum || onSave ? <View className="visit-buttons">{buttons()}</View> : null}
      {links.length > 0 ? (
        <View className="visit-links">
          {links.map((link) => (
            <TextButton key={link.label} tone="plain" {...link} />
          ))}
        </View>
      ) : null}
    </View>
  )

  function buttons() {
    return (
      <>
        {onDownload ? (
          <Button
            tone={onSave || isInside ? 'weak' : 'primary'}
            label={t(item.type === 'file' ? 'visit.download' : 'visit.downloadAll')}
            onPress={onDownload}
          />
        ) : null}
        {onAlbum ? <Button tone={onSave ? 'weak' : 'primary'} label={t('visit.album')} onPress={onAlbum} /> : null}
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
