import type { Item } from '@/contract/entities'
import type { AbilitySubject } from '@/domain/items/abilities'
import type { AppStore } from '@/stores/app/AppStore'

/** Who looks at which item in which surroundings: what the table of abilities judges (1§6). */
export function abilitySubject(
  { sessionContext, link, isOpenPreview }: Pick<AppStore, 'sessionContext' | 'link' | 'isOpenPreview'>,
  item: Item,
): AbilitySubject {
  return {
    item,
    user: { id: sessionContext.user?.id ?? null, enterprise: sessionContext.enterprise },
    context: {
      flags: sessionContext.viewFlags,
      isApplet: sessionContext.scenario === 'applet',
      isOpenPreview: isOpenPreview ?? false,
      isDownloadLimited: link?.isDownloadLimited ?? false,
    },
  }
}
