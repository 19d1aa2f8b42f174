export default defineAppConfig({
  pages: ['pages/files/index', 'pages/login/index'],
  subPackages: [{ root: 'packages/preview', pages: ['index'] }],
  lazyCodeLoading: 'requiredComponents',
  window: {
    navigationStyle: 'custom',
    navigationBarTitleText: '书包云盘',
    navigationBarTextStyle: 'black',
  },
})
