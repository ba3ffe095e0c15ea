import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './panels/panels.css';

mount(App, { target: document.getElementById('app')! });
