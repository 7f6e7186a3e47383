import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// The development server passes calls on to a running server; both then share one origin, as in production.
const proxy = { '/api': { target: 'http://127.0.0.1:8080', changeOrigin: false, ws: true } }

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // Nothing is inlined, so that `script-src 'self'; font-src 'self'` needs no `data:`.
    assetsInlineLimit: 0,
    sourcemap: true,
    reportCompressedSize: false,
    // The bench keeps the budget.
    chunkSizeWarningLimit: 800,
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy },
  // Whole pages in jsdom on a busy machine take their time; a hanging one still fails.
  test: { setupFiles: ['./src/testing/setup.ts'], css: false, hookTimeout: 60_000 },
})
