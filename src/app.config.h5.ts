/** A browser shows preview, search and picker over their page: they are no pages there (platform/h5/overlays.ts). */
export default defineAppConfig({
  pages: ['pages/files/index', 'pages/login/index', 'pages/security/index', 'packages/message/index'],
})
