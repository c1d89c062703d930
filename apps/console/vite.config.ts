import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['dhow-source', 'module', 'browser', 'development|production'] },
  css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8081' } },
})
