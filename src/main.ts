import './thread-pool';
import 'reflect-metadata';
import { serve } from './serve';

void serve();
