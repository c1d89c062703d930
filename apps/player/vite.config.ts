import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: { conditions: ['dhow-source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['dhow-source'] }, noExternal: true },
  css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style for all screens: it stands inside the page, and no screen waits for a file of its own.
    cssCodeSplit: false,
    ...(isSsrBuild ? {} : { rollupOptions: { input: 'src/entry-client.tsx' } }),
  },
}))
