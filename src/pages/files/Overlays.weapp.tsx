export { FilesOverlays as Overlays } from './FilesOverlays'
