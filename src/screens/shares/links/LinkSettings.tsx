import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import type { Item } from '@/contract/entities'
import { policyOf } from '@/domain/shares/settings'
import { useApp } from '@/screens/app/AppContext'
import { findItem } from '@/stores/items/findItem'
import { PermissionPage } from '../form/PermissionPage'
import type { ShareLink } from '@/contract/shares/shares'
import type { LinkDetails } from '@/stores/shares/LinkDetails'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface LinkSettingsProps {
  details: LinkDetails
  link: ShareLink
  overlays: OverlayStore
  onClose(): void
}

/** The settings of an existing link. They depend on the shared item, which is fetched first. */
export default observer(function LinkSettings({ details, link, overlays, onClose }: LinkSettingsProps) {
  const app = useApp()
  const [item, setItem] = useState<Item | null>(null)
  const typedId = link.item.typed_id
  useEffect(() => {
    let isStale = false
    void findItem(app, typedId).then((found) => {
      if (isStale) return
      if (found) setItem(found)
      else onClose()
    })
    return () => {
      isStale = true
    }
    // Once per item; the closing function is new on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [app, typedId])
  if (!item) return null
  return (
    <View className="links-panel">
      <PermissionPage
        settings={link}
        policy={policyOf(item)}
        mode={link.receiver_count > 0 ? 'colleagues' : 'link'}
        receivers={link.receiver_count || null}
        isPasswordKept={link.password_protected && link.password === ''}
        items={[item]}
        overlays={overlays}
        hasMessage
        onSave={(settings) => details.edit(settings)}
        onClose={onClose}
      />
    </View>
  )
})
