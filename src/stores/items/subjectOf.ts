import type { Item } from '@/contract/entities'
import type { Subject } from '@/domain/items/abilities'
import type { AppStore } from '@/stores/shell/AppStore'

/** Who looks at which item in which surroundings: what the table of abilities judges (1§6). */
export function subjectOf({ configuration }: AppStore, item: Item): Subject {
  return {
    item,
    user: { id: configuration.user?.id ?? null, enterprise: configuration.enterprise },
    context: {
      flags: configuration.viewFlags,
      isApplet: configuration.scenario === 'applet',
      isOpenPreview: false,
      isDownloadLimited: false,
    },
  }
}
